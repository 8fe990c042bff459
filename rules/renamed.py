"""Sentences with a new wording, for texts that an earlier version stored.

A stored text keeps its English sentence, which is also its key in the catalogues. A new wording of such a sentence adds a pair:
the old sentence and the one of today, with the same ``{named}`` fields.
"""

from __future__ import annotations

from collections.abc import Mapping

_PAIRS = (
    # cogs/sender/editing.py
    (
        "The thread of this table is gone, so the game goes on here.",
        "The thread of this table was deleted, so the game continues here.",
    ),
    (
        "The thread of this table is locked, so the game goes on here.",
        "The thread of this table is locked, so the game continues here.",
    ),
    (
        "This server has too many active threads to open this table's again, so the game goes on here.",
        "This server has too many active threads to open this table's again, so the game continues here.",
    ),
    # cogs/server/mending.py
    (
        "Discord takes no files on this server at the moment, so I describe boards in words. Pictures come back by "
        "themselves once Discord takes files again.",
        "Discord does not accept files on this server at the moment, so I describe boards in words. Pictures come back by "
        "themselves once Discord accepts files again.",
    ),
    # cogs/server/deleted.py
    (
        "The channel for changes is deleted. Nothing announces changes now.",
        "The channel for changes was deleted. Changes are no longer posted.",
    ),
    (
        "The channel with the list of tables is deleted. Choose another below if you want one.",
        "The channel with the list of tables was deleted. Choose another one below if you want a list.",
    ),
    (
        "{count} channel for tables was deleted. It no longer counts.",
        "{count} channel for tables was deleted and removed from these settings.",
    ),
    (
        "{count} channels for tables were deleted. They no longer count.",
        "{count} channels for tables were deleted and removed from these settings.",
    ),
    (
        "{count} role that could open tables was deleted. It no longer counts.",
        "{count} role that could open tables was deleted and removed from these settings.",
    ),
    (
        "{count} roles that could open tables were deleted. They no longer count.",
        "{count} roles that could open tables were deleted and removed from these settings.",
    ),
    # cogs/server/settings.py
    ("{who} keeps tables to {places}.", "{who} limited tables to {places}."),
    ("{who} lets tables be held in all channels.", "{who} allowed tables in all channels."),
    ("{who} lets people with these roles open tables: {roles}.", "{who} allowed these roles to open tables: {roles}."),
    ("{who} lets everybody open tables.", "{who} allowed everybody to open tables."),
    ("{who} set where tables live: {where}.", "{who} changed where games are played: {where}."),
    ("{who} has changes of this setup told in {place}.", "{who} chose {place} for posts about changes to these settings."),
    ("{who} has changes of this setup told nowhere from now on.", "{who} turned off posts about changes to these settings."),
    ("{who} set the default pace: {pace}.", "{who} set the default time limit: {pace}."),
    ("{who} has changes of these settings posted in {place}.", "{who} chose {place} for posts about changes to these settings."),
    ("{who} turned off posts about changes of these settings.", "{who} turned off posts about changes to these settings."),
    ("{who} has a list of all tables in {place}.", "{who} put the list of all tables in {place}."),
    # host/ballots.py
    (
        "{asker} would like to pause the table. No clock runs until somebody ends the pause.",
        "{asker} would like to pause the table. The clocks stop until somebody ends the pause.",
    ),
    (
        "{asker} asks for other terms of time.\n- New: {new}\n- So far: {old}",
        "{asker} would like to change the time limit.\n- From now on: {new}\n- Until now: {old}",
    ),
    (
        "{asker} asks that all at this table are told in another language: {language}",
        "{asker} would like to change the language of this table: {language}",
    ),
    ("{asker} asks to end the game here, as it stands.", "{asker} would like to end the game now, as it stands."),
    (
        "{asker} asks to pause the table. No clock runs until somebody ends the pause.",
        "{asker} would like to pause the table. The clocks stop until somebody ends the pause.",
    ),
    (
        "{asker} would like to change the time for a turn.\n- From now on: {new}\n- Until now: {old}",
        "{asker} would like to change the time limit.\n- From now on: {new}\n- Until now: {old}",
    ),
    ("{name} offers to take over the seat of {old}.", "{name} offers to take over {old}'s seat."),
    ("{asker} asks {name} to take over the seat of {old}.", "{asker} asks {name} to take over {old}'s seat."),
    # host/hints.py
    ("{seat} takes a hint.", "{seat} used a hint."),
    # host/leaving.py
    (
        "A stand-in plays on for this seat. With {replace} somebody else can take it over.",
        "A stand-in keeps playing for this seat. Somebody else can take it over with {replace}.",
    ),
    ("The game is ended here, as nobody else is left to be asked.", "The game ends here, as there is nobody else to ask."),
    ("The table pauses, as everyone agreed. No clock runs.", "Everyone agreed to pause the table. The clocks have stopped."),
    ("The table pauses. No clock runs.", "The table is paused. The clocks have stopped."),
    (
        "The channel of table {table}, {game}, was deleted. The game is kept and its clocks stand still. Ask somebody "
        "who manages the server to move the table to another channel: {setup}, then **Tables…**.",
        "The channel of table {table}, {game}, was deleted. The game is safe and its clocks have stopped. Ask somebody "
        "who manages the server to move the table to another channel: {setup}, then **Tables…**.",
    ),
    ("The clocks go on where they stood.", "The clocks continue where they stopped."),
    (
        "I am on this server again. The clocks go on where they stood.",
        "I am back on this server. The clocks continue where they stopped.",
    ),
    (
        "{seat} ends the pause. The clocks go on where they stood.",
        "{seat} ends the pause. The clocks continue where they stopped.",
    ),
    ("Table {table} goes on in {place}.", "Table {table} continues in {place}."),
    ("{name} takes over the seat of {former}.", "{name} takes over {former}'s seat."),
    # host/lobby.py
    (
        "{host} keeps a seat for you at table {table}, {game}. Press **Join** there to take it, or **Leave** to let it go.",
        "{host} is keeping a seat for you at table {table}, {game}. Press **Join** there to take it, or **Leave** to give it up.",
    ),
    ("a stand-in plays the turn", "the bot plays the turn as a stand-in"),
    # host/lost_zones.py
    (
        "The bot does not know your time zone {zone} any more, so UTC holds for your quiet hours and days away. Please "
        "choose a time zone again with {settings}.",
        "The bot no longer knows your time zone {zone}, so your quiet hours and days away now use UTC. Please choose a "
        "time zone again with {settings}.",
    ),
    # host/notices.py
    ("You are next: it is the turn of the seat before yours.", "You are next: the turn before yours has begun."),
    # host/nudge.py
    ("{asker} waits for your move.", "{asker} is waiting for your move."),
    (
        "{seat} has seen that it is their turn, and wants no more reminders of it.",
        "{seat} knows that it is their turn and wants no more reminders of it.",
    ),
    # host/questions.py
    (
        "Everyone agreed to other terms of time. The present turn begins anew.",
        "Everyone agreed to new terms. The current turn starts over.",
    ),
    (
        "Other terms of time hold now. The present turn begins anew.",
        "New terms apply from now on. The current turn starts over.",
    ),
    (
        "Everyone agreed to another language. From now on all at this table are told in it: {language}",
        "Everyone agreed to a new language for this table: {language}",
    ),
    ("From now on this table is told in another language: {language}", "This table now has another language: {language}"),
    ("You asked for other terms of time.", "You asked to change the time limit."),
    ("You asked to change the time for a turn.", "You asked to change the time limit."),
    ("You asked for a new player on a seat.", "You asked for a new player to take over a seat."),
    # host/restoring.py
    (
        "The bot was restored from a backup: this table is as it was on {then}. What was played later is lost, and the "
        "time for the present turn begins anew.",
        "The bot was restored from a backup: this table is as it was on {then}. Later moves are lost, and the time for "
        "the current turn starts over.",
    ),
    # host/scheduler.py
    ("Half of your time for this move is over.", "Half of your time for this move has passed."),
    (
        "Your time for this move is over. The table waits for you.",
        "Your time for this move is up. The table is waiting for you.",
    ),
    ("In {count} day this table will be closed.", "This table will close in {count} day."),
    ("In {count} days this table will be closed.", "This table will close in {count} days."),
    ("This table stays open. Nothing needs to be done.", "This table stays open. You do not need to do anything."),
    # host/thinking.py
    (
        "Your time for this move was over. A stand-in has played your turn.",
        "Your time for this move was up. A stand-in has played your turn.",
    ),
    ("The time of {seat} is over. A stand-in plays this turn.", "{seat} ran out of time. A stand-in plays this turn."),
    # host/undo.py
    ("a move that was made in secret", "a secret move"),
    (
        "An undo brings no better luck: in most cases the same is drawn again.",
        "An undo does not change your luck: the draw usually comes out the same.",
    ),
    (
        "{seat} takes back the last move, and what computers answered.",
        "{seat} takes back the last move, and the computers' replies to it.",
    ),
    ("This would undo moves of others, too:", "This would also undo other players' moves:"),
    ("What has been drawn or shown since stays known:", "Anything drawn or revealed since then stays known:"),
    ("{seat} asks to take back a move:", "{seat} would like to take back a move:"),
    ("{seat} asks to take back the last move:", "{seat} would like to take back a move:"),
    (
        "{seat} takes back the last move, as the others agreed. Moves undone: {count}.",
        "{seat} takes back a move, as the others agreed. Moves undone: {count}.",
    ),
    (
        "An undo does not change your luck: in most cases the same is drawn again.",
        "An undo does not change your luck: the draw usually comes out the same.",
    ),
    # rules/djinns/story.py
    (
        "The same position came for the third time: the game is over.",
        "The same position occurred for the third time: the game is over.",
    ),
    # rules/hanging_gardens/story.py
    ("The number of tiles decided.", "The tie was broken by the number of tiles."),
    ("a card with {facilities}", "a card ({facilities})"),
    # rules/ishtar/story.py
    ("The tile's assistant stays at home.", "The tile's assistant is not placed."),
    ("The tile has no room anywhere and leaves the game.", "The tile does not fit anywhere and is removed from the game."),
    ("The gems left decided.", "The tie was broken by the gems left."),
    ("{seat} takes the tile of stack {stack}.", "{seat} takes the tile from stack {stack}."),
    ("{seat} takes the tile of stack {stack} for {paid}.", "{seat} takes the tile from stack {stack} for {paid}."),
    (
        "The map of {boards} boards, the tiles and five trees lie ready.",
        "The map of {boards} boards, the tiles and 5 trees are laid out.",
    ),
    ("The joker brings nothing: {why}.", "The joker has no effect: {why}."),
    ("Two stacks are empty: {last_seat} makes the last turn.", "Two stacks are empty: {last_seat} takes the last turn."),
    ("It brings {gems}.", "Gems taken: {gems}."),
    # rules/schlossgarten/story.py
    (
        "Nothing has been dug or built for long: {count} more such turn ends the game.",
        "Nothing has been dug or built for a while: {count} more turn like this ends the game.",
    ),
    (
        "Nothing has been dug or built for long: {count} more such turns end the game.",
        "Nothing has been dug or built for a while: {count} more turns like this end the game.",
    ),
    (
        "{seat} has reached the goal with {count} point.",
        "{seat} has reached the goal with {count} point: the game is over.",
    ),
    (
        "{seat} has reached the goal with {count} points.",
        "{seat} has reached the goal with {count} points: the game is over.",
    ),
    (
        "Nothing was dug or built in {count} turn: the game ends.",
        "Nothing was dug or built in {count} turn: the game is over.",
    ),
    (
        "Nothing was dug or built in {count} turns: the game ends.",
        "Nothing was dug or built in {count} turns: the game is over.",
    ),
    ("Nobody works, though somebody could.", "Somebody could work, but nobody does."),
    ("No work, though there was some to do.", "Somebody could work, but nobody does."),
    ("The figure of card {card} stands.", "The pattern of card {card} is complete."),
    ("The figure of card {card} stands, with {helpers}.", "The pattern of card {card} is complete, with {helpers}."),
    ("figure of card {card}, but no work", "pattern of card {card}, but no work"),
    ("no figure with card {card}", "no pattern with card {card}"),
    (
        "The garden is laid: {ones} tiles of 1, {twos} of 2, {threes} of 3.",
        "The garden is laid: {ones} tiles of 1, {twos} of 2 and {threes} of 3 points.",
    ),
    # rules/wording.py
    ("{seat} {gain} · {what}, now {total}", "{seat} {gain}, now {total} · {what}"),
    ("{seat} {gain} · {what}, now {total} · {others}", "{seat} {gain}, now {total} · {what} · {others}"),
)
RENAMED: Mapping[str, str] = dict(_PAIRS)
"""The sentence of today by its former wording."""
