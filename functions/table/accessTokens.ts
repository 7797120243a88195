import type { TokenArea } from '#shared/rules/tokens.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'
import type { User } from './profiles.ts'
import { ignoreConflict } from './ignore.ts'
import { all, startingWith, update } from './table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from './writes.ts'

type Club = { organizationId: string }
export type AccessTokenId = Club & { tokenId: string }
/** A token with which a program reads one club on behalf of a person. Only the hash of its secret is stored. */
export type AccessToken = AccessTokenId &
  User & {
    name: string
    areas: TokenArea[]
    secretHash: string
    /** Instants: the beginning and end of its validity. */
    madeAt: string
    endsAt: string
    /**
     * The session in which it was created: signing that device out from another one ends the token. Tokens without a known
     * session end with any device.
     */
    madeIn?: string
    /** The UTC day of its last use. */
    usedOn?: string
  }

/** The partition of everything about programs' access to a club. */
export const developersPartition = ({ organizationId }: Club): string => `DEVELOPERS#${organizationId}`

const rows = entity<AccessToken, AccessTokenId>('Access token', {
  key: (id) => ({ pk: developersPartition(id), sk: `TOKEN#${id.tokenId}` }),
  gsi2: by(['userId', 'madeAt'], ({ userId, madeAt }) => [`TOKENS#${userId}`, madeAt]),
})
/**
 * The ids of a person's tokens. Creating a token, and signing a device out, are conditional on the list being unchanged since it
 * was read. A revoked token stays on it until the next one is created.
 */
type TokenList = { ids: string[] }
export const tokenLists = {
  ...entity<TokenList, User>('Token list', { key: ({ userId }) => ({ pk: `TOKENS#${userId}`, sk: 'TOKENS' }) }),
  /** A condition: the list is unchanged since it was read. */
  checkUnchanged: (user: User, list: Stored<TokenList> | undefined): Write =>
    list ? tokenLists.check(user, ifUnchanged(list)) : tokenLists.checkAbsent(user),
  /** Replaces the list, if it is unchanged since it was read. */
  replace: (user: User, list: Stored<TokenList> | undefined, tokens: readonly AccessTokenId[]): Write => {
    const ids = [...new Set(tokens.map(({ organizationId, tokenId }) => `${organizationId}.${tokenId}`))]
    return tokenLists.save(list, { ...user, ids })
  },
}

export const accessTokens = {
  ...rows,
  ofClub: (club: Club): Promise<Stored<AccessToken>[]> =>
    all<AccessToken>({ pk: developersPartition(club), ...startingWith('TOKEN#'), consistent: true }),
  /** A person's tokens, oldest first. */
  of: ({ userId }: User): Promise<Stored<AccessToken>[]> =>
    all<AccessToken>({ index: 'gsi2', pk: `TOKENS#${userId}`, from: '2', to: '9' }),
  /**
   * The same by a consistent read, together with the list. For people who have no list yet, the tokens are found by the index.
   */
  withList: async (user: User) => {
    const list = await tokenLists.get(user, { consistent: true })
    const ids = list
      ? list.ids.map((id) => {
          const [organizationId = '', tokenId = ''] = id.split('.')
          return { organizationId, tokenId }
        })
      : await accessTokens.of(user)
    const tokens = await rows.getMany(ids, { consistent: true })
    return {
      list,
      tokens: tokens.filter((token) => token !== undefined).filter(({ userId }) => userId === user.userId),
    }
  },
}

/**
 * Tokens can read a club as long as it has not switched them off. Changes are recorded from `changesSince` on, once something
 * needs them. `webhooks` is the number of webhooks.
 */
type DeveloperSettings = Club & { tokens?: 'on' | 'off'; changes?: 'on'; changesSince?: string; webhooks?: number }
const settings = entity<DeveloperSettings, Club>('Developer settings', {
  key: (club) => ({ pk: developersPartition(club), sk: 'SETTINGS' }),
})
export const developerSettings = {
  ...settings,
  /**
   * Starts recording changes in two seconds, unless it has started already: by then whatever records them has read this setting.
   */
  enableChanges: async (stamp: Stamp, club: Club): Promise<void> => {
    if ((await settings.get(club))?.changes === 'on') return
    const set = { changes: 'on', changesSince: addSeconds(stamp.at, 2), webhooks: 0 } as const
    await ignoreConflict(update(stamp, settings.upsert(club, { set, when: [['changes', 'not exists']] })))
  },
}
