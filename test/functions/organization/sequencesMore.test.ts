import { expect, it } from 'vitest'
import { widenNobody } from './sequences.ts'

it('whatever somebody does in whatever order never gives them a right that they had not, nor anybody one that its giver had not, while anybody has it; nor a child, a conversation or a folder, but by what is there for it; in other orders', async () => {
  await expect(widenNobody(1)).resolves.toBeUndefined()
})
