/** For so long a message is marked to which somebody was led, in milliseconds. */
const markedFor = 3000

/** Brings a message that is loaded into sight, and marks it for a moment. */
export function leadTo(messageSid: string): void {
  const item = document.getElementById(messageSid)
  if (!item) return
  item.scrollIntoView({ block: 'center' })
  item.focus({ preventScroll: true })
  item.dataset['led'] = ''
  setTimeout(() => delete item.dataset['led'], markedFor)
}
