// Puts texts where a reader can paste them from.
const SHOWN_MS = 1500;

const says = (button, done) => {
  const words = button.dataset.words ?? button.textContent;
  button.dataset.words = words;
  button.textContent = done;
  setTimeout(() => {
    button.textContent = words;
  }, SHOWN_MS);
};

// `area` shows the text where the browser gives no access to the clipboard.
export const copy = async (button, area, text) => {
  try {
    await navigator.clipboard.writeText(text);
    says(button, "Copied");
  } catch {
    area.hidden = false;
    area.value = text;
    area.select();
    says(button, "Copy it from below");
  }
};
