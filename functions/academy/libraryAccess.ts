import { organizationOf } from '#shared/ids.ts'
import type { Access } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import {
  type AccessType,
  accessTo,
  isAtLeast,
  isStaffOf,
  type Party,
  type Reader,
  readerOf,
} from '#shared/rules/shares.ts'
import { shownPlayerIds, withConsent } from '../access/pictureConsent.ts'
import { libraries, type Library } from '../table/libraries.ts'
import type { Me } from '../table/me.ts'
import { type Organization, organizations } from '../table/organizations.ts'
import { type StorageItem, storageItems } from '../table/storageItems.ts'
import type { Stored } from '../table/writes.ts'

/** A user's access to a club's library, with the club, which was read for it. */
export type OpenLibrary = Library & { club: Organization | undefined; reader: Reader; access: Access; isStaff: boolean }

export async function libraryFor(me: Promise<Me>, organizationId: string): Promise<OpenLibrary> {
  const [{ access }, library, club] = await Promise.all([
    me,
    libraries.current(organizationId),
    organizations.get({ organizationId }),
  ])
  const isStaff = isStaffOf(access, organizationId)
  // While a club's library is switched off, its staff can prepare it: families see none of it.
  const isOpen = isStaff || club?.academyEnabled === true
  const reader = isOpen ? readerOf(access, organizationId) : { owns: false, parties: new Set<Party>() }
  return { ...library, club, access, reader, isStaff }
}

export type OpenItem = { item: Stored<StorageItem>; access: AccessType; library: OpenLibrary }

/**
 * An item, read consistently, if the user has at least this access; otherwise throws `not_allowed`, or `not_found` if the user may not even
 * see it.
 */
export async function itemFor(me: Promise<Me>, storageItemId: string, requiredAccess: AccessType): Promise<OpenItem> {
  const [library, item] = await Promise.all([
    libraryFor(me, organizationOf(storageItemId)),
    storageItems.get({ storageItemId }, { consistent: true }),
  ])
  if (!item) throw new Problem('not_found')
  const access = accessFor(library, item, requiredAccess)
  const [visible] = await withConsent(library, [{ shows: shownPlayerIds(item), access }])
  if (!visible) throw new Problem('not_found')
  return { item, library, access }
}

/** The reader's access to an item, which is at least this one. */
export function accessFor(library: OpenLibrary, item: StorageItem, requiredAccess: AccessType): AccessType {
  const { storageItemId: id, parentId } = item
  const access = item.deletedAt ? undefined : accessTo(library.tree, { id, parentId }, library.reader)
  if (!access) throw new Problem('not_found')
  if (!isAtLeast(access, requiredAccess)) throw new Problem('not_allowed')
  return access
}

/** The same for actions that need a role in the club, whatever is shared with others. */
export async function staffLibrary(me: Promise<Me>, organizationId: string): Promise<OpenLibrary> {
  const library = await libraryFor(me, organizationId)
  if (!library.isStaff) throw new Problem('not_allowed')
  return library
}
/** An item for who has a role in the club, and may edit it. */
export async function itemForStaff(me: Promise<Me>, storageItemId: string): Promise<OpenItem> {
  const openItem = itemFor(me, storageItemId, 'EDITOR')
  openItem.catch(() => {}) // Non-staff get that refusal first.
  const { access } = await me
  if (!isStaffOf(access, organizationOf(storageItemId))) throw new Problem('not_allowed')
  return openItem
}
