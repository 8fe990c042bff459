"""The checker of a trial, on small cases."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from db.rows import MoveRow
from host.codec import encode, encode_story
from rules import GAMES
from rules.game import Event, play_at_random
from rules.wording import victory
from sandbox.kinds import BUTTON, GALLERY, TEXT, Json
from sandbox.world import BOT_ID
from trials import screen
from trials.faults import KINDS
from trials.faults.check_channels import Channels, check_channels
from trials.faults.check_moves import check_moves
from trials.faults.db_reader import Clock, Remark, Seat, Table
from trials.faults.history import ConfirmedMove, History, PostedMessage, RecordedInteraction
from trials.findings import Finding, summary
from trials.screen import PositionId

NAMES = ("Ada", "Ben")
CONFIRM = "p1:confirm:1:{}:abc"


def played_table(turns: int = 6) -> Table:
    """A table of djinns with its log, as the database has it."""
    game = GAMES["djinns"]
    state = game.setup(2, frozenset())
    moves: list[MoveRow] = []
    for seq, move in enumerate(play_at_random(game, state, Random(1)), start=1):
        person = None if move.seat < 0 else move.seat + 11
        story, path = encode_story(move.step.events), " ".join(move.path)
        moves.append(MoveRow(seq, move.seat, path, story, encode(move.step.state), game.version, float(seq), None, person))
        state = move.step.state
        if seq >= turns and not game.mid_turn(state) and min(game.to_act(state)) >= 0:
            break
    seats = tuple(Seat(str(11 + number), name, "seated", "") for number, name in enumerate(NAMES))
    acting = tuple(Clock(seat, 0.0, 0, 0) for seat in game.to_act(state))
    return Table(1, "djinns", "", "running", 1, len(moves), 0.5, None, "", seats, tuple(moves), acting)


def heard(table: Table) -> History:
    """Return a history in which people made all moves of a table, and each was confirmed."""
    history = History(lambda: 0.0)
    history.interactions["new"] = RecordedInteraction("0", "11", "/game new game:djinns", 0.0)
    for move in table.moves:
        if move.person is not None:
            interaction = RecordedInteraction(
                f"9{move.seq}", str(move.person), CONFIRM.format(move.seq - 1), move.made, PositionId(1, move.seq - 1)
            )
            history.interactions[interaction.id] = interaction
            history.confirmed_moves.append(ConfirmedMove(interaction, move.path, move.made))
    return history


def kinds(findings: object) -> list[str]:
    return [finding.kind for finding in findings]  # type: ignore[attr-defined]


def test_correct_table_has_no_findings() -> None:
    table = played_table()
    assert list(check_moves([table], heard(table))) == []


def test_story_with_several_names_reads_as_in_the_channel() -> None:
    """R5.5: equal points share the victory, which few games by chance come to."""
    told = encode_story((Event("over", victory([0, 1], 0)),))
    table = played_table()
    assert table.story(table.moves[-1]._replace(events=told)) == ["Ada and Ben share the victory with 0 points."]


def test_confirmed_move_that_is_not_in_the_log_is_lost() -> None:
    table = played_table()
    history = heard(table)
    short = replace_moves(table, table.moves[:-1])
    assert kinds(check_moves([short], history)) == ["lost"]
    other = table.moves[-1]._replace(path="elsewhere")
    assert "lost" in kinds(check_moves([replace_moves(table, (*table.moves[:-1], other))], history))


def test_move_that_nobody_confirmed_is_doubled() -> None:
    table = played_table()
    history = heard(table)
    by_people = [move for move in table.moves if move.person is not None]
    del history.interactions[f"9{by_people[-1].seq}"]
    history.confirmed_moves.pop()
    assert kinds(check_moves([table], history)) == ["doubled"]
    history.interactions["typed"] = RecordedInteraction("5", str(by_people[-1].person), "/move move:x table:1", 3.0)
    assert kinds(check_moves([table], history)) == []


def test_stored_position_that_does_not_follow_is_found() -> None:
    table = played_table()
    before, last = table.moves[-2:]
    assert kinds(check_moves([replace_moves(table, (*table.moves[:-1], last._replace(state=before.state)))], heard(table))) == [
        "lost"
    ]


def test_second_table_of_one_command_is_doubled() -> None:
    table = played_table()
    assert kinds(check_moves([table, table._replace(id=2, moves=(), status="open")], heard(table))) == ["doubled"]


def replace_moves(table: Table, moves: tuple[MoveRow, ...]) -> Table:
    return table._replace(moves=moves)


def board(table: Table, number: int, seq: int, text: str, *, living: bool) -> Json:
    """A board in a channel."""
    button = {"type": BUTTON, "custom_id": f"b1:more:{table.id}", "label": "x"}
    picture = {"type": GALLERY, "items": [{"media": {"url": f"http://here/board-{table.id}-{seq}.png"}}]}
    return {
        "id": str(number),
        "channel_id": "5",
        "author": {"id": BOT_ID},
        "_reader": None,
        "components": [{"type": TEXT, "content": text}, picture, *([button] if living else [])],
        "mentions": [{"id": person} for person in screen.to_move(text)],
    }


def shown(table: Table) -> Channels:
    """Its channel as it should be: a board for each turn that is complete."""
    history, messages, untold = History(lambda: 99.0), list[Json](), list[str]()
    acting = "\n".join(f"<@{person}> to move" for person in table.to_act(list(table.states())[-1][1]))
    for move, state in table.states():
        untold += table.story(move)
        if not table.rules.mid_turn(state) and -1 not in table.rules.to_act(state):
            last = move.seq == table.moves[-1].seq
            text = "\n".join([*untold, *([acting] if last else [])])
            messages.append(board(table, 100 + move.seq, move.seq, text, living=last))
            history.record_event("MESSAGE_CREATE", messages[-1])
            untold = []
    return Channels(messages, history)


def found(table: Table, channels: Channels, *questions: int) -> list[str]:
    return kinds(check_channels([table], set(questions), channels))


def test_correct_channel_has_no_findings() -> None:
    table = played_table()
    assert len(shown(table).messages) > 2
    assert found(table, shown(table)) == []


def test_older_board_with_buttons_is_stale() -> None:
    table = played_table()
    channels = shown(table)
    channels.messages[0]["components"].append({"type": BUTTON, "custom_id": "b1:more:1"})
    assert found(table, channels) == ["stale"]


def test_board_that_was_never_posted_is_missing() -> None:
    table = played_table()
    channels = shown(table)
    gone = channels.messages.pop()
    del channels.history.posts[gone["id"]]
    assert set(found(table, channels)) == {"missing"}


def test_deleted_newest_board_is_missing_while_the_game_runs() -> None:
    table = played_table()
    channels = shown(table)
    gone = channels.messages.pop()
    channels.history.record_event("MESSAGE_DELETE", {"id": gone["id"]})
    assert channels.history.newest_is_deleted(table.id)
    assert set(found(table, channels)) == {"missing"}
    assert found(table._replace(status="over", clocks=()), channels) == []


def test_board_posted_twice_is_doubled() -> None:
    table = played_table()
    channels = shown(table)
    again = {**channels.messages[-1], "id": "999"}
    channels.history.record_event("MESSAGE_CREATE", again)
    assert "doubled" in found(table, channels)
    channels.history.record_event("MESSAGE_DELETE", {"id": channels.messages[-1]["id"]})  # by hand: then it is posted again
    assert found(table, Channels([*channels.messages[:-1], again], channels.history)) == []


def test_two_equal_events_may_have_two_equal_boards() -> None:
    table = played_table()
    channels = shown(table)
    last = channels.messages[-1]
    last["components"][0]["content"] = "The bot is back.\n<@11> to move\n<@12> to move"
    text = screen.text_of(last)
    list(channels.history.posts.values())[-1].text = text
    channels.history.posts["999"] = replace(channels.history.posts[last["id"]], id=999, pings=frozenset())
    boards = "2 boards tell the same"
    assert boards in [finding.what for finding in check_channels([table], set(), channels)]
    remarks = tuple(Remark(at, frozenset({"resumed"}), ("The bot is back.",)) for at in (1.0, 2.0))
    twice = table._replace(remarks=remarks)
    assert boards not in [finding.what for finding in check_channels([twice], set(), channels)]


def test_story_on_two_boards_is_doubled() -> None:
    table = played_table()
    channels = shown(table)
    posts = list(channels.history.posts.values())
    line = table.story(next(move for move in table.moves if move.person))[0]
    posts[-1].text = f"{line}\n{posts[-1].text}"
    assert found(table, channels) == ["doubled"]


def test_missing_ping_is_found() -> None:
    table = played_table()
    channels = shown(table)
    list(channels.history.posts.values())[-1].pings = frozenset()
    assert found(table, channels) == ["missing"]


def test_second_ping_counts_only_in_the_same_channel() -> None:
    table = played_table()
    channels = shown(table)
    posts = channels.history.posts
    newest = max(posts.values(), key=lambda post: post.id)
    again = replace(newest, id=999, text=f"{newest.text}\nThe thread of this table is locked, so the game continues here.")
    posts["999"] = again
    assert "was pinged 2 times" in str(list(check_channels([table], set(), channels)))
    again.channel = "elsewhere"
    assert "was pinged" not in str(list(check_channels([table], set(), channels)))


def test_story_counts_once_where_its_table_left_a_locked_thread() -> None:
    table = played_table()
    channels = shown(table)
    posts = list(channels.history.posts.values())
    first = next(post for post in posts if post.board and screen.plain_lines(post.text))
    again = replace(first, id=999, text=f"The thread of this table is locked, so the game continues here.\n{first.text}")
    channels.history.posts["999"] = again
    assert "told 2 times instead of 1" in str(list(check_channels([table], set(), channels)))
    again.channel = "elsewhere"
    assert "instead of" not in str(list(check_channels([table], set(), channels)))


def test_missing_and_doubled_reminders_are_found() -> None:
    table = played_table()
    late = table._replace(clocks=(table.clocks[0]._replace(rung=1),))
    channels = shown(late)
    assert found(late, channels) == ["missing"]
    told = "Half of your time for this move has passed."
    for number in (501, 502):
        post = PostedMessage(number, "5", 50.0, told, frozenset({"11"}), 1, None)
        channels.history.posts[str(number)] = post
        assert found(late, channels) == ([] if number == 501 else ["doubled"])
    channels.history.posts["502"].at = 70.0
    anew = late._replace(remarks=(Remark(60.0, frozenset({"undone"}), ()),))
    assert found(anew, channels) == []


def test_only_open_questions_have_buttons() -> None:
    table = played_table()
    channels = shown(table)
    question = board(table, 700, 0, "", living=False)
    question["components"] = [{"type": BUTTON, "custom_id": "q1:yes:1:4"}]
    channels.messages.append(question)
    channels.history.record_event("MESSAGE_CREATE", question)
    assert found(table, channels, 4) == []
    assert found(table, channels) == ["stale"]
    assert found(table, channels, 4, 5) == ["missing"]


def test_open_table_has_one_lobby_message() -> None:
    table = played_table()._replace(status="open", moves=(), clocks=())
    lobby = board(table, 300, 0, "", living=False)
    lobby["components"] = [{"type": BUTTON, "custom_id": "l1:cancel:1"}]
    history = History(lambda: 0.0)
    assert found(table, Channels([], history)) == ["missing"]
    assert found(table, Channels([lobby], history)) == []
    assert found(table, Channels([lobby, {**lobby, "id": "301"}], history)) == ["doubled"]
    assert found(table._replace(status="cancelled"), Channels([lobby], history)) == ["stale"]


def test_summary_counts_each_kind() -> None:
    findings = [Finding("lost", "x"), Finding("stale", "y"), Finding("stale", "z")]
    line = summary("faults", "3 kills, 2 minutes, 40 turns", findings, KINDS)
    assert line == "faults: 3 kills, 2 minutes, 40 turns: 1 lost, 0 doubled, 0 missing, 2 stale, 0 unexplained"
