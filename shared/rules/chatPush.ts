import { look } from './noticePush.ts'

/** Push notifications about chat: what they say, and how often. */

type Seen = { readSeq: number; pushedSeq?: number; pushedAt?: string; muted?: boolean }

/** Minutes until a user is notified again of a conversation with unread messages. */
const againMinutes = 30

/**
 * Whether a user is notified of the message with this number: for the first unread one, and then from time to time. Each message
 * once, and none before one that was already notified or read. Mentions are notified at once, even in a muted conversation.
 */
export function pushed(
  { readSeq, pushedSeq = 0, pushedAt, muted }: Seen,
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
 * The text for a lock screen. A team's name identifies no child; a group's name, the author and the text may, and are left out
 * unless the device's owner wants to see them.
 */
export function pushText({ language, type, title, author, text, showsText }: About): { title: string; body: string } {
  if (showsText) return { title: type === 'direct' || title === '' ? author : `${author} · ${title}`, body: text }
  return { title: type === 'team' ? `${newMessage[language]}: ${title}` : newMessage[language], body: look[language] }
}

const unread = { en: 'You have unread messages', es: 'Tienes mensajes sin leer' }

/** The same at the end of quiet hours, for everything that came in them. */
export const unreadText = (language: 'en' | 'es') => ({ title: unread[language], body: look[language] })

const inGroup = { en: 'You are in a new group', es: 'Estás en un grupo nuevo' }
const see = { en: 'Open Touchline to see it.', es: 'Abre Touchline para verlo.' }

/** The same for a group that the user was added to. */
export const newGroupText = ({ language, title, showsText }: Pick<About, 'language' | 'title' | 'showsText'>) => ({
  title: showsText && title !== '' ? `${inGroup[language]}: ${title}` : inGroup[language],
  body: see[language],
})
