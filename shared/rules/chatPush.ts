import { look } from './noticePush.ts'

/** Push notifications about chat: what they say, and how often. */

type ReadState = { readSeq: number; pushedSeq?: number; pushedAt?: string; muted?: boolean }

/** Minutes until a user is notified again of a conversation with unread messages. */
const againMinutes = 30

/**
 * Whether a user gets a push for the message with this number: for the first unread one, and then once in a while. Never twice for a
 * message, nor for one before a pushed or read one. A user who is mentioned gets one at once, even if they have muted the conversation.
 */
export function pushed(
  { readSeq, pushedSeq = 0, pushedAt, muted }: ReadState,
  { seq, now, isNamed }: { seq: number; now: string; isNamed: boolean },
): boolean {
  if (seq <= readSeq || seq <= pushedSeq) return false
  if (isNamed || muted) return isNamed
  const hasReadSince = pushedSeq <= readSeq
  return hasReadSince || pushedAt === undefined || Date.parse(now) - Date.parse(pushedAt) >= againMinutes * 60_000
}

type About = {
  language: 'en' | 'es'
  type: 'team' | 'group' | 'direct'
  title: string
  author: string
  text: string
  showsText: boolean
}

const newMessage = { en: 'New message', es: 'Mensaje nuevo' }

/**
 * The text of the push. It may show the team's name; the name of a group, the author and the message may identify a child, so they are
 * shown only if the device's owner has chosen that (`showsText`).
 */
export function pushText({ language, type, title, author, text, showsText }: About): { title: string; body: string } {
  if (showsText) return { title: type === 'direct' || title === '' ? author : `${author} · ${title}`, body: text }
  return { title: type === 'team' ? `${newMessage[language]}: ${title}` : newMessage[language], body: look[language] }
}

const unreadTitle = { en: 'You have unread messages', es: 'Tienes mensajes sin leer' }

/** The text of the push at the end of the quiet hours, for all messages in them. */
export const unreadText = (language: 'en' | 'es') => ({ title: unreadTitle[language], body: look[language] })

const addedToGroupTitle = { en: 'You were added to a group', es: 'Te añadieron a un grupo' }
const openToSee = { en: 'Open Touchline to see it.', es: 'Abre Touchline para verlo.' }

/** The text of the push to a user who was added to a group. */
export const newGroupText = ({ language, title, showsText }: Pick<About, 'language' | 'title' | 'showsText'>) => ({
  title: showsText && title !== '' ? `${addedToGroupTitle[language]}: ${title}` : addedToGroupTitle[language],
  body: openToSee[language],
})
