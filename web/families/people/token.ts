import { writeInTab, readInTab } from '../../session/inTab.ts'

const name = 'touchline.invitation'

/**
 * Keeps an invitation's token in this tab until it is accepted, so that it is in no URL that is sent. If storage is
 * unavailable, the link in the mail has to be opened again.
 */
export const keepToken = (token: string): void => writeInTab(name, token || undefined)
export const keptToken = (): string => readInTab(name) ?? ''
