import { afterAll, beforeEach, expect, test } from 'vitest'
import { aBucket } from './bucketServer.ts'
import { aCheckout } from './aCheckout.ts'

const s3 = await aBucket()
afterAll(s3.close)
const { put, deployWhere } = aCheckout(s3.origin)
beforeEach(() => {
  s3.files.clear()
  put({ 'manifest.json': '{}', 'touchline-dev-data.template.json': JSON.stringify({ Resources: {} }) })
})

const failed =
  "cloudformation list-stacks --stack-status-filter ROLLBACK_COMPLETE ROLLBACK_FAILED --query StackSummaries[?starts_with(StackName, 'touchline-dev-')]"
const answers = {
  [failed]: ['touchline-dev-data'],
  'cloudformation list-stack-resources --stack-name touchline-dev-data': [['AWS::DynamoDB::GlobalTable', 'table-1']],
}

test('a stack whose creation failed is deleted and created again, and the resources it left are listed', async () => {
  const { out, commands, code } = await deployWhere(answers, '--despite-weaknesses')
  expect(out).toContain(`touchline-dev-data could not be created the last time, and is created again.
  It has left behind AWS::DynamoDB::GlobalTable table-1, which nothing uses: delete it by hand.
`)
  const released =
    'aws cloudformation update-termination-protection --stack-name touchline-dev-data --no-enable-termination-protection'
  const at = (start: string) => commands.findIndex((each) => each.startsWith(start))
  expect(at(released)).toBeGreaterThan(-1)
  expect(at('cdk deploy')).toBeGreaterThan(at(released))
  expect(code).toBe(0)
}, 60_000)

test('an existing stack keeps its termination protection', async () => {
  const { commands } = await deployWhere({ [failed]: [] }, '--despite-weaknesses')
  expect(commands.filter((each) => each.includes('update-termination-protection'))).toEqual([])
}, 60_000)

test('a preview changes nothing', async () => {
  const { commands } = await deployWhere(answers, '--preview')
  expect(commands.filter((each) => each.startsWith('aws cloudformation'))).toEqual([])
}, 60_000)
