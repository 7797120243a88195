import { look } from './noticePush.ts'

/** What devices are told of chat while nobody looks, and how often. */

type Seen = { readSeq: number; pushedSeq?: number; pushedAt?: string; muted?: boolean }

/** Of a conversation in which something waits already, somebody is told again after so many minutes. */
const againMinutes = 30

/**
 * Whether somebody is told of the message with that number: the first that they have not read, and then once in a while.
 * A message is told once, and none before one that was told or read. Who is named in it is told at once, also where they have
 * muted all else.
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
 * What a locked screen shows. A team's name is no child's; what a group is called, who wrote and what may be, and stays out
 * unless the device's owner wants to see it.
 */
export function pushText({ language, type, title, author, text, showsText }: About): { title: string; body: string } {
  if (showsText) return { title: type === 'direct' || title === '' ? author : `${author} · ${title}`, body: text }
  return { title: type === 'team' ? `${newMessage[language]}: ${title}` : newMessage[language], body: look[language] }
}

const unread = { en: 'You have unread messages', es: 'Tienes mensajes sin leer' }

/** The same when hours of quiet end, of all that came in them. */
export const unreadText = (language: 'en' | 'es') => ({ title: unread[language], body: look[language] })

const inGroup = { en: 'You are in a new group', es: 'Estás en un grupo nuevo' }
const see = { en: 'Open Touchline to see it.', es: 'Abre Touchline para verlo.' }

/** The same of a group that somebody was brought into. */
export const newGroupText = ({ language, title, showsText }: Pick<About, 'language' | 'title' | 'showsText'>) => ({
  title: showsText && title !== '' ? `${inGroup[language]}: ${title}` : inGroup[language],
  body: see[language],
})
