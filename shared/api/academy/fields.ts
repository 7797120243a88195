import * as z from 'zod/mini'
import { fileNameLimit, whyCannotNameFile } from '../../rules/files.ts'
import { descriptionLimit, maxAtOnce, maxTagsPerItem, storageTagLimit, storageTypes } from '../../rules/library.ts'
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
export const TagIds = z.array(id('storageTag')).check(z.maxLength(maxTagsPerItem))
export const ItemIds = z.array(id('storageItem')).check(z.minLength(1), z.maxLength(maxAtOnce))

/** A line of a library. An item that the caller can only find (`access` is SEARCH) has just a name and type. */
export const StorageItem = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(storageTypes),
  /** The folder that it is in; null for the top level. */
  parentId: z.nullable(z.string()),
  organizationId: z.string(),
  /** A file's original name, content type, and size in bytes. Folder lists leave out the name. */
  fileMetadata: z.nullable(
    z.object({ id: z.string(), fileName: z.optional(z.string()), contentType: z.string(), size: z.int() }),
  ),
  hyperLink: z.nullable(z.string()),
  /** The ids of its tags. */
  tags: z.array(z.string()),
  /** The caller's access. */
  access: Access,
  /** Whether the caller may move and delete it: they own it, or may edit the folder that it is in. */
  movable: z.boolean(),
  /** Shared directly with someone else. */
  shared: z.boolean(),
  /** The URL of a file's thumbnail, valid for 15 minutes; null if there is none. */
  thumbnailPresignedUrl: z.nullable(z.string()),
})
export const StorageTag = z.object({ id: z.string(), tag: z.string() })

/** A player shown in a picture or video, and to whom pictures of them may be shown: null if their family has not chosen. */
export const Shown = z.object({
  playerId: z.string(),
  name: z.string(),
  audience: z.nullable(z.enum(pictureAudiences)),
})

/** A folder on the path to the current one. */
export const Step = z.object({ id: z.string(), name: z.string() })

/** The parameters of a listing, as in the specification. */
export const listingQuery = {
  storageItemParentId: z.optional(id('storageItem')),
  sharedWithMe: z.optional(z.enum(['true', 'false'])),
  filter: z.optional(z.string().check(z.maxLength(100))),
  /** Only items added by these administrators: ids separated by commas. */
  orgAdmins: z.optional(z.string().check(z.maxLength(1300), z.regex(/^[\w,-]*$/))),
  tags: z.optional(ids('storageTag', maxTagsPerItem)),
}
export const Listing = z.object({
  folder: z.nullable(Step),
  /** The folders around it that the caller may open, outermost first. */
  path: z.array(Step),
  items: z.array(StorageItem),
  /** The caller's access here; null if it is not shared with them as a whole. */
  access: z.nullable(Access),
  /** Whether the caller may add items here. */
  mayAdd: z.boolean(),
})
