import { Duration, type Stack } from 'aws-cdk-lib'
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront'
import {
  AaaaRecord,
  ARecord,
  CnameRecord,
  type IPublicHostedZone,
  PublicHostedZone,
  RecordTarget,
  TxtRecord,
} from 'aws-cdk-lib/aws-route53'
import { EventBus } from 'aws-cdk-lib/aws-events'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
} from 'aws-cdk-lib/aws-ses'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import type { Domain, Stage } from './stages.ts'

/** The hosted zone of a domain; its id is read at deployment. */
export const zoneOf = (stack: Stack, domain: Domain): IPublicHostedZone =>
  PublicHostedZone.fromPublicHostedZoneAttributes(stack, 'Zone', {
    hostedZoneId: StringParameter.valueForStringParameter(stack, domain.zoneIdParameter),
    zoneName: domain.zone,
  })

type DomainProps = { domain: Domain; zone: IPublicHostedZone }

/** The certificate of a domain, validated by DNS records in its zone. */
export const certificateOf = (stack: Stack, { domain, zone }: DomainProps) =>
  new Certificate(stack, 'Certificate', {
    domainName: domain.name,
    validation: CertificateValidation.fromDns(zone),
  })

/** The DNS records (A and AAAA) that point the domain to the distribution. */
export function addDnsRecords(stack: Stack, { domain, zone }: DomainProps, distribution: Distribution): void {
  const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution))
  const record = { zone, recordName: `${domain.name}.`, target }
  new ARecord(stack, 'Name', record)
  new AaaaRecord(stack, 'NameV6', record)
}

/**
 * The settings for sending mail. `from`: display name and address; `set`: the configuration set that publishes events of mails; `replies`:
 * the domain whose mail we receive.
 */
export type Mail = { from: string; address: string; set: ConfigurationSet; replies?: string }

/**
 * The SES identity of the stage's address, and for a domain its DNS records. `mailDomain` is undefined for a stage without a domain, `mail`
 * for one without an address. It is in the data stack because the user pool can only be created after SES has verified the identity.
 */
export function mailIdentity(stack: Stack, { domain, mailFrom }: Stage): { mailDomain?: string; mail?: Mail } {
  const { name, mailbox, withoutDomain } = mailFrom
  if (domain) {
    domainIdentity(stack, domain)
    const mail = mailFromAddress(stack, name, `${mailbox}@${domain.name}`)
    return { mailDomain: domain.name, mail: { ...mail, replies: `replies.${domain.name}` } }
  }
  if (!withoutDomain) return {}
  new EmailIdentity(stack, 'Mail', { identity: Identity.email(withoutDomain) })
  return { mail: mailFromAddress(stack, name, withoutDomain) }
}

const mailFromAddress = (stack: Stack, name: string, address: string): Mail => ({
  from: `${name} <${address}>`,
  address,
  set: mailEvents(stack),
})

/**
 * SES publishes what becomes of each mail to the account's event bus. We keep the suppression list ourselves, so that
 * people can resume their mail; SES's own list could only be changed in AWS's console. Mails contain names of children,
 * so they are not sent to mail servers that do not accept TLS.
 */
function mailEvents(stack: Stack): ConfigurationSet {
  const set = new ConfigurationSet(stack, 'MailEvents', {
    disableSuppressionList: true,
    tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
  })
  set.addEventDestination('Bus', {
    destination: EventDestination.eventBus(EventBus.fromEventBusName(stack, 'DefaultBus', 'default')),
    events: [
      EmailSendingEvent.DELIVERY,
      EmailSendingEvent.BOUNCE,
      EmailSendingEvent.COMPLAINT,
      EmailSendingEvent.REJECT,
      EmailSendingEvent.OPEN,
    ],
  })
  return set
}

function domainIdentity(stack: Stack, domain: Domain): void {
  const zone = zoneOf(stack, domain)
  const identity = new EmailIdentity(stack, 'Mail', { identity: Identity.domain(domain.name) })
  for (const [index, { name, value }] of identity.dkimRecords.entries()) {
    new CnameRecord(stack, `Dkim${index + 1}`, { zone, recordName: `${name}.`, domainName: value })
  }
  // Mailboxes quarantine mail that claims to be from us but is not signed by us.
  new TxtRecord(stack, 'Dmarc', {
    zone,
    recordName: `_dmarc.${domain.name}.`,
    values: ['v=DMARC1; p=quarantine; adkim=s'],
    ttl: Duration.hours(1),
  })
}
