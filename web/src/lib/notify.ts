import { settings } from "../settings/settings.svelte";

/** A browser notification when it is your turn and the page is hidden. */
export const canNotify = typeof Notification !== "undefined" && isSecureContext;

export async function askPermission(): Promise<boolean> {
  if (!canNotify) return false;
  return (await Notification.requestPermission()) === "granted";
}

export function notify(title: string, body: string): void {
  if (!settings.notify || !canNotify || !document.hidden) return;
  if (Notification.permission !== "granted") return;
  const note = new Notification(title, { body, tag: "spinney", icon: "/icon.svg" });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
