import { expect, test } from 'vitest'
import { type Stage, stages } from '#infra/stages.ts'
import { domain, type FoundResource, synthesized, withDomain } from './synthesized.ts'

const mailEvents = expect.stringMatching(/^touchline-(prod|local)-data:.*MailEvents/)
type Statement = { Action: string; Resource: unknown; Condition: unknown }
/** Who may send mail on a stage, which functions know its address, and SES's configuration. */
function sending(stage: Stage) {
  const { ofType } = synthesized(stage)
  const granted = [...ofType('workers', 'AWS::IAM::Policy'), ...ofType('clock', 'AWS::IAM::Policy')].flatMap(
    ({ Properties }) =>
      (Properties.PolicyDocument.Statement as Statement[]).filter(({ Action }) =>
        [Action].flat().join().includes('ses:'),
      ),
  )
  const told = [...ofType('workers', 'AWS::Lambda::Function'), ...ofType('clock', 'AWS::Lambda::Function')]
    .map(({ Properties }): FoundResource['Properties'] => Properties.Environment.Variables)
    .filter(({ MAIL_FROM }) => MAIL_FROM)
  return { granted, told, identities: ofType('data', 'AWS::SES::EmailIdentity') }
}

test.each([
  ['the stage’s domain', withDomain, 'no-reply@app.club.example', domain.name, 'https://app.club.example'],
  ['the stage’s address', stages.local, 'no-reply@touchline.test', 'no-reply@touchline.test', expect.anything()],
])('mail is sent only from %s, by the functions that know it', (_what, stage, address, identity, site) => {
  const { granted, told, identities } = sending(stage)
  expect(identities.map(({ Properties }) => Properties.EmailIdentity)).toEqual([identity])
  expect(granted).toHaveLength(told.length)
  expect(told).not.toEqual([])
  for (const { MAIL_FROM, SITE_URL } of told) expect([MAIL_FROM, SITE_URL]).toEqual([`Touchline <${address}>`, site])
  // Mails contain the support address.
  for (const { SUPPORT_EMAIL } of told) expect(SUPPORT_EMAIL).toBe(stage.supportEmail)
  for (const statement of granted) {
    expect(statement.Action).toBe('ses:SendRawEmail')
    // While SES is in the sandbox, it also checks the role's permission for the recipient's identity.
    expect(statement.Resource).toEqual([
      {
        'Fn::Join': [
          '',
          [
            'arn:aws:ses:us-east-1:',
            { Ref: 'AWS::AccountId' },
            ':configuration-set/',
            { 'Fn::ImportValue': mailEvents },
          ],
        ],
      },
      { 'Fn::Join': ['', ['arn:aws:ses:us-east-1:', { Ref: 'AWS::AccountId' }, ':identity/*']] },
    ])
    expect(statement.Condition).toEqual({ StringEquals: { 'ses:FromAddress': address } })
  }
})

test('mail to the replies domain goes to the one queue that reads it', () => {
  const { ofType } = synthesized(withDomain)
  const [rule, ...others] = ofType('clock', 'AWS::SES::ReceiptRule')
  expect(others).toEqual([])
  const wanted = { Recipients: ['replies.app.club.example'], ScanEnabled: true, TlsPolicy: 'Require' }
  expect(rule?.Properties.Rule).toMatchObject(wanted)
  const records = ofType('clock', 'AWS::Route53::RecordSet')
  expect(records.map(({ Properties: { Name, Type } }) => [Name, Type])).toEqual([['replies.app.club.example.', 'MX']])
  const subscribed = ofType('clock', 'AWS::SNS::Subscription')
  expect(subscribed.map(({ Properties }) => Properties.RawMessageDelivery)).toEqual([true])
  expect(synthesized('dev').ofType('clock', 'AWS::SES::ReceiptRule')).toEqual([])
})

test('SES may publish received mail to the topic before the rule is created, only for this account', () => {
  const { one, ofType } = synthesized(withDomain)
  const rule = one('clock', 'AWS::SES::ReceiptRule')
  const topic = rule.Properties.Rule.Actions[0].SNSAction.TopicArn
  const policies = ofType('clock', 'AWS::SNS::TopicPolicy')
  const policy = policies.find(({ Properties }) => JSON.stringify(Properties.Topics) === JSON.stringify([topic]))
  const { Statement } = policy?.Properties.PolicyDocument ?? {}
  expect(Statement.find(({ Effect }: { Effect: string }) => Effect === 'Allow')).toMatchObject({
    Effect: 'Allow',
    Principal: { Service: 'ses.amazonaws.com' },
    Action: 'sns:Publish',
    Resource: topic,
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  })
  expect(rule['DependsOn']).toContain(policy?.id)
})

test('mail is delivered by TLS only', () => {
  const { one } = synthesized(stages.local)
  expect(one('data', 'AWS::SES::ConfigurationSet').Properties.DeliveryOptions).toEqual({ TlsPolicy: 'REQUIRE' })
})

test('one function receives the SES events of our configuration set only', () => {
  const { ofType } = synthesized(stages.local)
  const patterns = ofType('clock', 'AWS::Events::Rule').flatMap(({ Properties }) => Properties.EventPattern ?? [])
  // The other rule is for GuardDuty's findings.
  expect(patterns.filter(({ source }) => !source.includes('aws.guardduty'))).toEqual([
    {
      source: ['aws.ses'],
      detail: { mail: { tags: { 'ses:configuration-set': [{ 'Fn::ImportValue': mailEvents }] } } },
    },
  ])
  const [destination] = ofType('data', 'AWS::SES::ConfigurationSetEventDestination')
  expect(destination?.Properties.EventDestination.MatchingEventTypes.toSorted()).toEqual([
    'bounce',
    'complaint',
    'delivery',
    'open',
    'reject',
  ])
})

test('a stage without a sender address sends no mail, and no function has permission', () => {
  expect(sending(stages.dev)).toEqual({ granted: [], told: [], identities: [] })
})

test('links in mails use the distribution’s domain on a stage without its own domain', () => {
  const functions = synthesized('prod').ofType('workers', 'AWS::Lambda::Function')
  expect(functions).not.toEqual([])
  for (const lambda of functions) {
    const { SITE_URL } = lambda.Properties.Environment.Variables
    expect(SITE_URL['Fn::Join']).toEqual([
      '',
      ['https://', { 'Fn::ImportValue': expect.stringMatching(/^touchline-prod-web:.*Distribution.*DomainName/) }],
    ])
  }
})
