// Gives the token of the address to the server, for a cookie that pages are opened with. A fragment is never sent by itself.
const token = new URLSearchParams(location.hash.slice(1)).get("token");
history.replaceState(null, "", location.pathname);
const headers = { "Content-Type": "application/json", "Wirelab-Token": token ?? "" };
const answer = token ? await fetch("enter", { method: "POST", headers, body: "{}" }).catch(() => null) : null;
if (answer?.ok) location.replace((await answer.json()).place);
else document.getElementById("closed").hidden = false;
