/** How a day is written on screens and in mails: `Sat, Nov 21`, or `sáb 21 de nov`, as `Intl` has it in the reader's language. */
export const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** Some locales put non-breaking spaces before AM and PM, so a search for "6:30 PM" would not match. */
export const plainBlanks = (text: string): string => text.replace(/[\u202f\u00a0]/g, ' ')
