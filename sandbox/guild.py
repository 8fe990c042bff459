"""Hold a server of Discord, which its API calls a guild: its people, its owner and their roles."""

from dataclasses import dataclass, field

from .kinds import Json


@dataclass
class Guild:
    """Hold one guild. `people` has the ids of its players by name; the first of them owns it."""

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
        """Return the language that it prefers; English unless it has chosen one."""
        return self.chosen_locale or "en-US"

    @property
    def features(self) -> list[str]:
        """Return the names of the guild's features, as the API lists them."""
        return ["COMMUNITY"] if self.chosen_locale else []

    @property
    def owner_id(self) -> str:
        """Return the id of the owner, who has all permissions."""
        return next(iter(self.people.values()))

    def granted(self, user_id: str) -> int:
        """Return the bits of the permissions that the roles of a user give, that of everyone included."""
        everyone, *others = self.roles
        mine = [role for role in others if role["id"] in self.roles_of.get(user_id, [])]
        total = 0
        for role in (everyone, *mine):
            total |= int(role["permissions"])
        return total
