/**
 * Whether a field within holds text that it cannot parse, which would be missing from what is sent. Such a field shows its error
 * on blur, which Enter does not cause: this blurs it, then focuses it again.
 */
export function hasUnread(within: HTMLElement | null): boolean {
  const unread = within?.querySelector<HTMLElement>('[data-unread]')
  unread?.focus()
  unread?.blur()
  unread?.focus()
  return Boolean(unread)
}
