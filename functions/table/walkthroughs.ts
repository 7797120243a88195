import type { WalkthroughName } from '#shared/rules/walkthroughs.ts'
import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'

/** Created when a walkthrough is first closed or completed; attributes are missing until they apply. */
export type Walkthrough = { completed?: boolean; closeCount?: number }
export const walkthroughs = entity<Walkthrough, User & { name: WalkthroughName }>('Walkthrough', {
  key: (id) => ({ pk: userPartition(id), sk: `WALKTHROUGH#${id.name}` }),
})
