/** How long the message scrolled to is highlighted, in milliseconds. */
const highlightTime = 3000

/** Scrolls to a loaded message, and highlights it briefly. */
export function scrollToMessage(messageSid: string): void {
  const item = document.getElementById(messageSid)
  if (!item) return
  item.scrollIntoView({ block: 'center' })
  item.focus({ preventScroll: true })
  item.dataset['led'] = ''
  setTimeout(() => delete item.dataset['led'], highlightTime)
}
