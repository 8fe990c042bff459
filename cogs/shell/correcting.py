"""The button under the refusal of a form, which opens the form again with the values that were given."""

from __future__ import annotations

from cogs.shell.answer import Answer, Late, open_form
from cogs.shell.client import Interaction, Parterre
from cogs.shell.routes import route
from host.refusal import Refused
from rules.text import say


@route("f1:again", Late.NEVER)
async def correct(i: Interaction) -> Answer:
    """Open the form that was refused last.

    :raises Refused: when the bot was restarted, or many other people have used forms since.
    """
    form = i.client.forms.of(i.user.id)
    if form is None:
        raise Refused(say("The bot no longer has what you typed. Please open the form again."))
    return open_form(form)


async def setup(_: Parterre) -> None:
    """Do nothing: the import registered the route. discord.py calls this."""
