import type { TokenArea } from '#shared/rules/tokens.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'
import type { User } from './profiles.ts'
import { ignoreConflict } from './ignore.ts'
import { all, startingWith, update } from './table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from './writes.ts'

type Club = { organizationId: string }
export type AccessTokenId = Club & { tokenId: string }
/** By which a program reads in somebody's name, in one club. Of its secret only the hash is kept. */
export type AccessToken = AccessTokenId &
  User & {
    name: string
    areas: TokenArea[]
    secretHash: string
    /** Instants: from when on it counts, and until when. */
    madeAt: string
    endsAt: string
    /**
     * The sign-in in which it was made: it ends with that where the device is signed out from another. One of which nobody knows
     * where it was made ends with whichever device is.
     */
    madeIn?: string
    /** The day on which it was last used, in UTC. */
    usedOn?: string
  }

/** All that programs have to do with a club lies together. */
export const developersPartition = ({ organizationId }: Club): string => `DEVELOPERS#${organizationId}`

const rows = entity<AccessToken, AccessTokenId>('Access token', {
  key: (id) => ({ pk: developersPartition(id), sk: `TOKEN#${id.tokenId}` }),
  gsi2: by(['userId', 'madeAt'], ({ userId, madeAt }) => [`TOKENS#${userId}`, madeAt]),
})
/**
 * Which tokens somebody has, or had: what is made, and what ends a device, depends on that it still stands as it was read. One that was
 * taken back is on it until the next one is made.
 */
type TokenList = { ids: string[] }
export const tokenLists = {
  ...entity<TokenList, User>('Token list', { key: ({ userId }) => ({ pk: `TOKENS#${userId}`, sk: 'TOKENS' }) }),
  /** Nothing was made or listed since it was read. */
  unchanged: (user: User, list: Stored<TokenList> | undefined): Write =>
    list ? tokenLists.check(user, ifUnchanged(list)) : tokenLists.checkAbsent(user),
  /** It lists these from now on, if it still stands as it was read. */
  relist: (user: User, list: Stored<TokenList> | undefined, tokens: readonly AccessTokenId[]): Write => {
    const ids = [...new Set(tokens.map(({ organizationId, tokenId }) => `${organizationId}.${tokenId}`))]
    return tokenLists.keep(list, { ...user, ids })
  },
}

export const accessTokens = {
  ...rows,
  in: (club: Club): Promise<Stored<AccessToken>[]> =>
    all<AccessToken>({ pk: developersPartition(club), ...startingWith('TOKEN#'), consistent: true }),
  /** A person's own, in the order in which they were made. */
  of: ({ userId }: User): Promise<Stored<AccessToken>[]> =>
    all<AccessToken>({ index: 'gsi2', pk: `TOKENS#${userId}`, from: '2', to: '9' }),
  /** The same as they are now, with the list that says which they are; those from before there was a list, by the index. */
  listed: async (user: User) => {
    const list = await tokenLists.get(user, { consistent: true })
    const ids = list
      ? list.ids.map((id) => {
          const [organizationId = '', tokenId = ''] = id.split('.')
          return { organizationId, tokenId }
        })
      : await accessTokens.of(user)
    const found = await rows.getMany(ids, { consistent: true })
    return { list, tokens: found.filter((token) => token !== undefined).filter(({ userId }) => userId === user.userId) }
  },
}

/**
 * Tokens read in a club as long as it has not switched them off. What changes in it is put down once somebody wants to know: since
 * `changesSince`. `webhooks` counts the addresses that are told of it.
 */
type DeveloperSettings = Club & { tokens?: 'on' | 'off'; changes?: 'on'; changesSince?: string; webhooks?: number }
const settings = entity<DeveloperSettings, Club>('Developer settings', {
  key: (club) => ({ pk: developersPartition(club), sk: 'SETTINGS' }),
})
export const developerSettings = {
  ...settings,
  /** From two seconds on what changes is put down, if it is not already: by then whoever does that has heard of it. */
  withChanges: async (stamp: Stamp, club: Club): Promise<void> => {
    if ((await settings.get(club))?.changes === 'on') return
    const set = { changes: 'on', changesSince: addSeconds(stamp.at, 2), webhooks: 0 } as const
    await ignoreConflict(update(stamp, settings.upsert(club, { set, when: [['changes', 'not exists']] })))
  },
}
