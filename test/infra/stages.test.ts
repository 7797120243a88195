import { expect, test } from 'vitest'
import { stageNamed, stageNames, stages } from '#infra/stages.ts'

test.each(stageNames)('the stage %s is found by its name', (name) => {
  expect(stageNamed(name)).toBe(stages[name])
  expect(stages[name].name).toBe(name)
})

test('only prod retains its data', () => {
  expect(stageNames.filter((name) => stages[name].retain)).toEqual(['prod'])
})

test('domains are in their zone, and mail addresses are valid', () => {
  for (const { domain, mailFrom, supportEmail } of Object.values(stages)) {
    if (domain) expect(`.${domain.name}`.endsWith(`.${domain.zone}`)).toBe(true)
    expect(mailFrom.mailbox).toMatch(/^[a-z-]+$/)
    if (supportEmail) expect(supportEmail).toMatch(/^[a-z-]+@[a-z.]+$/)
    if (mailFrom.withoutDomain) expect(mailFrom.withoutDomain).toMatch(/^[a-z-]+@[a-z.]+$/)
  }
})
