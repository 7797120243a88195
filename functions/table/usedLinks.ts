import { entity } from './entity.ts'

/** A link that was used, by its nonce. `did` is the result; a second use is a conflict. */
export type UsedLink = { nonce: string; about: string; did: string; ends: string }
export const usedLinks = entity<UsedLink, Pick<UsedLink, 'nonce'>>('Used link', {
  key: ({ nonce }) => ({ pk: `LINK#${nonce}`, sk: 'LINK' }),
})
