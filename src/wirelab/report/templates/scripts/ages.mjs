// Old measurements are grey, counted from the day on which a page is read, so that a page that nobody touches ages, too.
const DAYS = 90;
const MS_A_DAY = 86_400_000;

export const daysSince = (day, now) =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) ? Math.floor((now - Date.parse(`${day}T00:00Z`)) / MS_A_DAY) : null;
export const isOld = (day, now) => daysSince(day, now) > DAYS;

const words = (days) => `measured ${days} days ago`;
export const showAges = (now) => {
  for (const node of document.querySelectorAll("[data-day]")) {
    const { day } = node.dataset;
    if (!isOld(day, now)) continue;
    node.classList.add("old");
    const says = document.createElement("span");
    says.className = "limits";
    const versions = node.tagName === "TD" ? "" : ": libraries may have newer versions now";
    says.textContent = `${words(daysSince(day, now))}${versions}`;
    node.append(" ", says);
  }
};
