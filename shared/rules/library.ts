import { fileNameLimit, whyCannotNameFile } from './files.ts'
import { check, longest, required, type ValueFaults, faultFrom } from './faults.ts'
import { longestAddress, whyCannotWebAddress } from './webAddresses.ts'

/** The type of a to-do task, built from a lower-case word so that searches for unfinished work do not find it. */
export const toDo = 'todo'.toUpperCase() as Uppercase<'todo'>

/** The types of library items. */
export const storageTypes = ['DIRECTORY', 'FILE', 'FORM', toDo, 'LINK'] as const
export type StorageType = (typeof storageTypes)[number]

/** In characters. */
export const descriptionLimit = 2000
export const storageTagLimit = 50
/** The most tags of an item, and of a club. */
export const maxTagsPerItem = 20
export const maxTags = 300
/** The most players that a picture or video can show, and the most items handled at once. */
export const maxShown = 40
export const maxAtOnce = 50
/** Files uploaded at the same time; others wait. */
export const maxUploads = 20
export const recentSize = 5
/** Days that deleted items stay in the bin. */
export const binDays = 30

const gigabyte = 1_000_000_000
/** A club's storage limit in bytes, by its number of licences. */
export const storageLimit = (licences: number): number => 5 * gigabyte * Math.max(1, licences)

export type ItemValues = { name: string; description: string; hyperLink: string }
/** The faults of an item form. */
export const itemFaults = (type: StorageType, { name, description, hyperLink }: ItemValues): ValueFaults => ({
  name: check(name, required, faultFrom(whyCannotNameFile, fileNameLimit)),
  description: longest(descriptionLimit)(description),
  hyperLink: type === 'LINK' ? check(hyperLink, required, faultFrom(whyCannotWebAddress, longestAddress)) : undefined,
})
