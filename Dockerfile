# The bot in a container; docs/RUNNING.md tells how to build and run it. It runs without being root, and writes to /data alone.
FROM python:3.13-slim

WORKDIR /app
COPY requirements.txt requirements-postgres.txt ./
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt -r requirements-postgres.txt
COPY bot.py LICENSE ./
COPY cogs cogs
COPY db db
COPY host host
COPY locales locales
COPY players players
COPY standings standings
COPY render render
COPY rules rules
RUN python -m compileall -q .
RUN mkdir /data && chown 10001:10001 /data

USER 10001:10001
VOLUME /data
ENV PYTHONUNBUFFERED=1 PARTERRE_DATABASE=/data/parterre.sqlite3 PARTERRE_METRICS=0.0.0.0:9765
EXPOSE 9765
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:9765/livez', timeout=4)"]
ENTRYPOINT ["python", "bot.py"]
CMD ["--discord"]
