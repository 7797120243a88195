import { expect, it } from 'vitest'
import { widenNobody } from './sequences.ts'

it('no sequence of calls gives anyone rights or access that its giver lacks, in other sequences', async () => {
  await expect(widenNobody(1)).resolves.toBeUndefined()
})
