import type { NoticeName } from './notices.ts'

/**
 * Push notifications other than chat: that there is something of a kind, and never about whom, since anyone who passes can read a
 * lock screen. `address` is where it can be read.
 */
const textsByNotice = {
  news: { en: 'New email from your club', es: 'Un correo nuevo de tu club', address: '/email' },
  invites: { en: 'An event needs an answer', es: 'Un evento espera respuesta', address: '/today' },
  availability: {
    en: 'An answer to an event has changed',
    es: 'Ha cambiado una respuesta a un evento',
    address: '/today',
  },
  changes: { en: 'An event has changed', es: 'Un evento ha cambiado', address: '/calendar' },
  tasks: { en: 'There is a task to do', es: 'Hay una tarea por hacer', address: '/academy' },
  registrations: { en: 'News about a registration', es: 'Novedades de una inscripción', address: '/today' },
  fees: { en: 'There is a fee to pay', es: 'Hay una cuota por pagar', address: '/payments' },
} as const satisfies Partial<Record<NoticeName, { en: string; es: string; address: string }>>

/** The second line, as the first does not say what it is about. */
export const look = { en: 'Open Touchline to read it.', es: 'Abre Touchline para leerlo.' }

/** Undefined for a kind without push. */
export function noticePush(
  notice: NoticeName,
  language: 'en' | 'es',
): { title: string; body: string; address: string } | undefined {
  const text = notice in textsByNotice ? textsByNotice[notice as keyof typeof textsByNotice] : undefined
  return text && { title: text[language], body: look[language], address: text.address }
}

/** The most of these notifications that a user's devices get per day. */
export const maxPushesPerDay = 8
