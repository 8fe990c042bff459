"""Where what is found on the sandbox's server; known before it runs."""


def api_of(origin: str) -> str:
    """The base of the REST API."""
    return f"{origin}/api/v10"


def gateway_of(origin: str) -> str:
    """The address of the gateway."""
    return origin.replace("http", "ws", 1) + "/gw/"
