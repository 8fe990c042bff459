"""A small discord.py bot for the tests of the sandbox."""

import asyncio
import io
import struct
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import discord.gateway
import discord.http
import yarl
from discord import app_commands, ui

from sandbox.guild_handle import GuildHandle
from sandbox.server import Sandbox


def png(width: int, height: int) -> bytes:
    """Return a picture of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\x55\xaa\x55" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class NameModal(ui.Modal, title="Your name"):
    """Show a modal with a text field and a menu in labels."""

    name = ui.Label(text="Name", component=ui.TextInput(custom_id="name", min_length=2, max_length=20))
    colour = ui.Label(
        text="Colour",
        component=ui.Select(
            custom_id="colour",
            options=[discord.SelectOption(label="Red", value="r"), discord.SelectOption(label="Blue", value="b")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Repeat the values of the form."""
        name, colour = self.name.component, self.colour.component
        assert isinstance(name, ui.TextInput)
        assert isinstance(colour, ui.Select)
        await interaction.response.send_message(f"Hello {name.value}, {colour.values[0]}", ephemeral=True)


def board(count: int) -> ui.LayoutView:
    """Return a layout with a picture, a section, a button and a menu."""
    view = ui.LayoutView(timeout=None)
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    gallery.add_item(media="attachment://board.png", description=f"Board number {count}")
    button: ui.Button[ui.LayoutView] = ui.Button(label="Rename", custom_id="t1:rename")
    box: ui.Container[ui.LayoutView] = ui.Container(
        ui.TextDisplay(f"**Board** {count}"),
        gallery,
        ui.Separator(),
        ui.Section(ui.TextDisplay("Next"), accessory=ui.Button(label="Count on", custom_id=f"t1:count:{count + 1}")),
        ui.ActionRow(button),
    )
    menu: ui.Select[ui.LayoutView] = ui.Select(
        custom_id="t1:menu",
        placeholder="Pick a tree",
        options=[discord.SelectOption(label="Oak", value="oak"), discord.SelectOption(label="Elm", value="elm")],
    )
    box.add_item(ui.ActionRow(menu))
    view.add_item(box)
    view.stop()
    return view


def picture() -> discord.File:
    """Return the picture of the board."""
    return discord.File(io.BytesIO(png(32, 16)), filename="board.png", description="A board")


class TinyBot(discord.Client):
    """Answer a few commands: count, rename, wait."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.2)
        self.tree = app_commands.CommandTree(self)
        self.seen: list[int] = []
        self.resumed = asyncio.Event()
        add_commands(self.tree)

    async def setup_hook(self) -> None:
        """Register the commands."""
        await self.tree.sync()

    async def on_resumed(self) -> None:
        """Note a resume."""
        self.resumed.set()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer components and modals."""
        if interaction.type is not discord.InteractionType.component:
            return
        self.seen.append(interaction.id)
        data = interaction.data or {}
        name = str(data.get("custom_id"))
        if name == "t1:rename":
            await interaction.response.send_modal(NameModal(custom_id=f"t1:name:{interaction.user.id}"))
        elif name == "t1:menu":
            await interaction.response.send_message(f"Picked {data.get('values')}", ephemeral=True)
        elif name == "t1:later":
            await interaction.response.defer()
            await interaction.edit_original_response(content="later", view=None)
        elif name == "t1:nothing":
            await interaction.response.defer()
        elif name.startswith("t1:count:"):
            await interaction.response.edit_message(view=board(int(name.split(":")[2])), attachments=[picture()])


def add_commands(tree: app_commands.CommandTree[TinyBot]) -> None:
    """Add all commands of the bot."""
    game = app_commands.Group(name="game", description="Games")

    @game.command(name="new", description="Open a board")
    async def new(interaction: discord.Interaction, game: str, seats: app_commands.Range[int, 1, 4] = 2) -> None:
        await interaction.response.send_message(view=board(seats), file=picture())

    @new.autocomplete("game")
    async def games(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        names = ["djinns", "go", "chess"]
        return [app_commands.Choice(name=name.title(), value=name) for name in names if current in name]

    @tree.command(name="keep", description="Tells a file")
    async def keep(interaction: discord.Interaction, file: discord.Attachment) -> None:
        data = await file.read()
        await interaction.response.send_message(f"{file.filename}, {file.size}: {data[:20]!r}", ephemeral=True)

    @tree.command(name="slow", description="Answers late")
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(content="done", attachments=[picture()])
        await interaction.followup.send("and more", ephemeral=True)

    @tree.command(name="plain", description="An old-style message")
    async def plain(interaction: discord.Interaction) -> None:
        view = ui.View(timeout=None)
        view.add_item(ui.Button(label="Later", custom_id="t1:later"))
        view.add_item(ui.Button(label="Nothing", custom_id="t1:nothing"))
        view.stop()
        await interaction.response.send_message("plain", view=view)

    @tree.command(name="silent", description="Never answers")
    async def silent(interaction: discord.Interaction) -> None:
        return

    tree.add_command(game)


def point_at(sandbox: Sandbox) -> None:
    """Let discord.py talk to the sandbox."""
    discord.http.Route.BASE = sandbox.api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway)


@asynccontextmanager
async def running(sandbox: Sandbox) -> AsyncIterator[TinyBot]:
    """Yield a connected bot."""
    point_at(sandbox)
    bot = TinyBot()
    task = asyncio.create_task(bot.start(sandbox.token))
    try:
        await sandbox.wait_ready()
        await sandbox.wait_commands()
        yield bot
    finally:
        await bot.close()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def garden(bot: TinyBot, handle: GuildHandle) -> discord.TextChannel:
    """Return the channel `garden` as the bot sees it."""
    channel = await bot.fetch_channel(int(handle.channel_id("garden")))
    assert isinstance(channel, discord.TextChannel)
    return channel
