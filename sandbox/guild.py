"""A server of Discord, which its API calls a guild: who is in it, who owns it, and which roles they have."""

from dataclasses import dataclass, field

from .kinds import Json


@dataclass
class Guild:
    """One guild; `people` are the ids of those who play, by name, and the first of them owns it."""

    id: str
    name: str
    people: dict[str, str]
    roles: list[Json]  # the first is that of everyone
    members: set[str] = field(default_factory=set[str])
    roles_of: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    chosen_locale: str = ""  # of a Community server, which alone chooses one
    down: bool = False  # an outage: nothing of it is heard or done
    takes_no_pictures_in_edits: bool = False  # edits that bring a media gallery are refused (discord-api-docs#7529)
    limits_uploads: bool = False  # Discord takes no files there

    @property
    def locale(self) -> str:
        """The language that it prefers; English unless it has chosen one."""
        return self.chosen_locale or "en-US"

    @property
    def features(self) -> list[str]:
        """What Discord lets it do besides."""
        return ["COMMUNITY"] if self.chosen_locale else []

    @property
    def owner_id(self) -> str:
        """Who may do everything here."""
        return next(iter(self.people.values()))

    def granted(self, user_id: str) -> int:
        """The permissions that somebody's roles give, everyone's included."""
        everyone, *others = self.roles
        mine = [role for role in others if role["id"] in self.roles_of.get(user_id, [])]
        total = 0
        for role in (everyone, *mine):
            total |= int(role["permissions"])
        return total
