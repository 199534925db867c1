// Puts texts where a reader can paste them from.
const SHOWN_MS = 1500;
const KEPT_MS = 60_000;

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

// Gives a file to the browser, which keeps it where its reader wants downloads.
export const save = (name, bytes, type) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
};
