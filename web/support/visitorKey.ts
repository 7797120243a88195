import { keepInTab, readInTab } from '../session/inTab.ts'
import { names } from '../session/stored.ts'

/** As what belongs to somebody who is not signed in, it goes when anybody signs in or out. */
const name = `${names.personal}.support`

/**
 * The secret by which a stranger finds what they have asked: in this tab alone, since the next one at the device is somebody else.
 * An answer that is not seen here is mailed. Where nothing can be kept, it lives as long as the page does.
 */
export const keptKey = (): string | undefined => readInTab(name)
export const keepKey = (key: string | undefined): void => keepInTab(name, key)
