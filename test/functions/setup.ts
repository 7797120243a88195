import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { db } from '#functions/table/database.ts'
import { takeEveryToken } from './call.ts'
import { watchCalls } from './killed.ts'
import { keepLogs, passLogs } from './logs.ts'
import { narrowAnswers } from './projections.ts'
import { watchRoles } from './roles.ts'
import { takeCrossed, takeTouches } from './tenants.ts'
import { askUnsigned } from './unsigned.ts'

askUnsigned(db)
narrowAnswers()
watchRoles()
watchCalls()
keepLogs()
beforeEach(takeEveryToken)
afterEach(({ task }) => {
  task.meta.touches = takeTouches()
  passLogs(task.result?.state === 'fail')
})
// Requests must stay within the caller's clubs; the report counts how many keys were checked.
afterAll(() => expect(takeCrossed()).toEqual([]))
// No Stripe call, and no response or event of its stand-in, may violate Stripe's contract.
afterAll(async () => expect(await (await fetch(`${process.env.STRIPE_ADDRESS}/_faults`)).json()).toEqual([]))
