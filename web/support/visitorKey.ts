import { writeInTab, readInTab } from '../session/inTab.ts'
import { names } from '../session/stored.ts'

/** A storage key with the personal prefix, so that it is removed when anybody signs in or out. */
const itemName = `${names.personal}.support`

/**
 * The secret that gives a visitor access to their questions: kept in this tab only, because the next person at the device is
 * somebody else. Answers not seen here are mailed. Without storage it lasts as long as the page.
 */
export const readVisitorKey = (): string | undefined => readInTab(itemName)
export const writeVisitorKey = (key: string | undefined): void => writeInTab(itemName, key)
