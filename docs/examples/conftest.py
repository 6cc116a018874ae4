"""Rehearses an agent with pytest and the standard library. TAXIWAY is the path of dist/main.js.

    def test_agent(rehearsal):
        rehearsal.close(run_agent(rehearsal.brief, rehearsal.mcp_url))
"""

import json
import os
import subprocess
import urllib.request

import pytest

SCENARIOS = ["simple/one-way", "simple/named-airline"]


@pytest.fixture(scope="session")
def admin():
    command = ["node", os.environ.get("TAXIWAY", "dist/main.js"), "rehearse", "serve", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        started = json.loads(server.stdout.readline())

        def post(path, **body):
            headers = {"Authorization": "Bearer " + started["admin_token"], "Content-Type": "application/json"}
            request = urllib.request.Request(started["admin_url"] + path, json.dumps(body).encode(), headers)
            with urllib.request.urlopen(request) as response:
                return json.load(response)

        yield post
        server.terminate()


@pytest.fixture(params=SCENARIOS)
def rehearsal(request, admin):
    class Rehearsal:
        run = admin("/runs", scenario=request.param)
        brief, mcp_url = run["brief"], run["mcp_url"]

        def close(self, message=""):
            verdict = admin(f"/runs/{self.run['id']}/close", message=message)
            wrong = [c for c in verdict["checks"] if not c["ok"] and c["level"] == "must"]
            assert verdict["verdict"] == "pass", json.dumps(wrong, indent=2)

    return Rehearsal()
