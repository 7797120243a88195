import * as z from 'zod/mini'
import { fileNameLimit, whyCannotNameFile } from '../../rules/files.ts'
import { descriptionLimit, mostAtATime, mostTagsOfItem, storageTagLimit, storageTypes } from '../../rules/library.ts'
import { pictureAudiences } from '../../rules/pictures.ts'
import { accessTypes } from '../../rules/shares.ts'
import { longestAddress, whyCannotWebAddress } from '../../rules/webAddresses.ts'
import { id, ids, rule } from '../fields.ts'

export const Access = z.enum(accessTypes)

export const ItemName = z.string().check(z.trim(), rule(whyCannotNameFile, fileNameLimit))
export const Description = z.string().check(z.trim(), z.maxLength(descriptionLimit))
export const HyperLink = z.string().check(z.trim(), rule(whyCannotWebAddress, longestAddress))
export const TagText = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(storageTagLimit), rule(whyCannotNameFile, storageTagLimit))
export const TagIds = z.array(id('storageTag')).check(z.maxLength(mostTagsOfItem))
export const ItemIds = z.array(id('storageItem')).check(z.minLength(1), z.maxLength(mostAtATime))

/** One line of a library. Of what somebody can only find (`access` is SEARCH) there is its name and type. */
export const StorageItem = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(storageTypes),
  /** The folder that it lies in; null for the library itself. */
  parentId: z.nullable(z.string()),
  organizationId: z.string(),
  /** Of a file: what it was called when it came, what its contents are, and how many bytes. The list of a folder leaves out the first. */
  fileMetadata: z.nullable(
    z.object({ id: z.string(), fileName: z.optional(z.string()), contentType: z.string(), size: z.int() }),
  ),
  hyperLink: z.nullable(z.string()),
  /** The ids of its tags. */
  tags: z.array(z.string()),
  /** What the caller may do with it. */
  access: Access,
  /** Whether the caller may move and delete it: they own it, or may change the folder that it lies in. */
  movable: z.boolean(),
  /** Shared by itself with somebody else. */
  shared: z.boolean(),
  /** Where the small picture of a file can be seen, for a quarter of an hour; null where there is none. */
  thumbnailPresignedUrl: z.nullable(z.string()),
})
export const StorageTag = z.object({ id: z.string(), tag: z.string() })

/** A player whom a picture or film shows, and to whom pictures of them may be shown: null where their family has not said. */
export const Shown = z.object({
  playerId: z.string(),
  name: z.string(),
  audience: z.nullable(z.enum(pictureAudiences)),
})

/** A folder on the way to where one is. */
export const Step = z.object({ id: z.string(), name: z.string() })

/** What is asked of a listing, as the specification has it. */
export const listingQuery = {
  storageItemParentId: z.optional(id('storageItem')),
  sharedWithMe: z.optional(z.enum(['true', 'false'])),
  filter: z.optional(z.string().check(z.maxLength(100))),
  /** Only what these administrators have added: their ids, separated by commas. */
  orgAdmins: z.optional(z.string().check(z.maxLength(1300), z.regex(/^[\w,-]*$/))),
  tags: z.optional(ids('storageTag', mostTagsOfItem)),
}
export const Listing = z.object({
  folder: z.nullable(Step),
  /** The folders around it that the caller may open, from the outermost one on. */
  path: z.array(Step),
  items: z.array(StorageItem),
  /** What the caller may do here; null where nothing is shared with them as a whole. */
  access: z.nullable(Access),
  /** Whether the caller may add something here. */
  mayAdd: z.boolean(),
})
