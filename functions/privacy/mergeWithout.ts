import { dequal } from 'dequal'
import { formerName } from '#shared/rules/names.ts'
import { isLeftAlone } from '../people/childAccount.ts'
import type { LatestAgreements } from '../table/agreements.ts'
import type { Merge } from '../table/merges.ts'
import type { Contact, PlayerDetails } from '../table/playerDetails.ts'
import { isPrivateContactOf, isAddressOf, type ErasedUser } from './erasedUser.ts'

type MergeData = Pick<Merge, 'gone' | 'moved' | 'filled' | 'agreedBefore' | 'closed'>

/**
 * The data kept for undoing a merge, without that of the user; undefined if it contains none. If the other player has no other grown-up
 * guardian (`children`: which members are children), what the family has told the club is removed too; `picture` is then the file that was
 * kept for undoing the merge.
 */
export function mergeWithout(
  merge: Merge,
  erasedUser: ErasedUser,
  children: ReadonlySet<string>,
): (MergeData & { picture?: string }) | undefined {
  const { gone, moved, filled, agreedBefore, closed } = merge
  const { userId } = erasedUser
  const wasOwn = gone.family.some((member) => member.userId === userId && member.relation === 'own')
  const isAlone = wasOwn && isLeftAlone(gone.family, userId, children)
  const withoutUser = <T extends string>(list: T[]) => list.filter((id) => id !== userId)
  const isOther = (contact: Contact) =>
    !isAddressOf(contact.email, erasedUser) && !isPrivateContactOf(contact, erasedUser)
  const withoutContacts = (details: PlayerDetails): PlayerDetails =>
    details.contacts ? { ...details, contacts: details.contacts.filter(isOther) } : details
  const details = isAlone ? undefined : gone.details && withoutContacts(gone.details)
  const { contacts, picture, pictures, picturesSaid, ...player } = gone.player
  const keepsPictureFile = isAlone && picture !== undefined && filled.player.picture === undefined
  const family = {
    ...(contacts && { contacts: details?.contacts?.map(({ name }) => name) ?? [] }),
    ...(!isAlone && { ...(picture && { picture }), ...(pictures && { pictures }) }),
    ...(!isAlone && picturesSaid && picturesSaid.userId !== userId && { picturesSaid }),
  }
  const remaining: MergeData = {
    gone: {
      ...gone,
      player: { ...player, ...family },
      details,
      family: gone.family.filter((member) => member.userId !== userId),
      guardians: gone.guardians.filter(({ email }) => !isAddressOf(email, erasedUser)),
      invitations: gone.invitations.filter(
        ({ email, acceptedBy }) => !isAddressOf(email, erasedUser) && acceptedBy !== userId,
      ),
      invites: gone.invites.map(({ note, ...invite }) =>
        note === undefined || invite.answeredBy === userId ? invite : { ...invite, note },
      ),
      ...(gone.signatures && {
        signatures: gone.signatures.map((each) =>
          each.userId === userId ? { ...each, name: formerName, from: '' } : each,
        ),
      }),
      // The latest signer is looked up again from the signatures.
      ...(gone.agreed && { agreed: withoutLastSigner(gone.agreed) }),
      ...(gone.accountIds && { accountIds: withoutUser(gone.accountIds) }),
    },
    moved: {
      ...moved,
      userIds: withoutUser(moved.userIds),
      raised: withoutUser(moved.raised),
      ...(moved.limits && { limits: moved.limits.filter((limit) => limit.userId !== userId) }),
    },
    filled: {
      ...filled,
      details: withoutContacts(filled.details),
      detailsBefore: withoutContacts(filled.detailsBefore),
    },
    ...(agreedBefore && { agreedBefore: withoutLastSigner(agreedBefore) }),
    ...(closed && { closed: closed.filter(({ email }) => !isAddressOf(email, erasedUser)) }),
  }
  const serialized = (part: object) => JSON.stringify(part)
  const isSame = dequal(
    JSON.parse(serialized(remaining)),
    JSON.parse(serialized({ gone, moved, filled, agreedBefore, closed })),
  )
  return isSame ? undefined : { ...remaining, ...(keepsPictureFile && { picture }) }
}

const withoutLastSigner = ({ last: _last, ...row }: LatestAgreements): LatestAgreements => row
