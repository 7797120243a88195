import { entity } from './entity.ts'

/** A link that has done what it was made for, by its nonce. Written with `did`, what came of it; a second time is a conflict. */
export type UsedLink = { nonce: string; about: string; did: string; ends: string }
export const usedLinks = entity<UsedLink, Pick<UsedLink, 'nonce'>>('Used link', {
  key: ({ nonce }) => ({ pk: `LINK#${nonce}`, sk: 'LINK' }),
})
