import { keepInTab, readInTab } from '../../session/inTab.ts'

const name = 'touchline.invitation'

/**
 * Keeps the token of an invitation in this tab until it is taken up: it stands in no address that is sent. Where nothing can be
 * kept, the link in the mail is opened once more.
 */
export const keepToken = (token: string): void => keepInTab(name, token || undefined)
export const keptToken = (): string => readInTab(name) ?? ''
