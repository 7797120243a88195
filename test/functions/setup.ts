import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { db } from '#functions/table/database.ts'
import { acceptEveryToken } from './call.ts'
import { interceptFetch } from './simulatedProcess.ts'
import { keepLogs, passLogs } from './logs.ts'
import { narrowAnswers } from './projections.ts'
import { watchRoles } from './roles.ts'
import { drainCheckedKeyCount, drainViolations } from './tenants.ts'
import { askUnsigned } from './unsigned.ts'

askUnsigned(db)
narrowAnswers()
watchRoles()
interceptFetch()
keepLogs()
beforeEach(acceptEveryToken)
afterEach(({ task }) => {
  task.meta.touches = drainCheckedKeyCount()
  passLogs(task.result?.state === 'fail')
})
// Requests must stay within the caller's clubs; the report counts how many keys were checked.
afterAll(() => expect(drainViolations()).toEqual([]))
// No Stripe call, and no response or event of its stand-in, may violate Stripe's contract.
afterAll(async () => expect(await (await fetch(`${process.env.STRIPE_ADDRESS}/_faults`)).json()).toEqual([]))
