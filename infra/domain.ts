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

/** The hosted zone of a domain, its id read by CloudFormation when it deploys. */
export const zoneOf = (stack: Stack, domain: Domain): IPublicHostedZone =>
  PublicHostedZone.fromPublicHostedZoneAttributes(stack, 'Zone', {
    hostedZoneId: StringParameter.valueForStringParameter(stack, domain.zoneIdParameter),
    zoneName: domain.zone,
  })

type Own = { domain: Domain; zone: IPublicHostedZone }

/** The certificate of a domain; the zone answers the question whether it is ours. */
export const certificateOf = (stack: Stack, { domain, zone }: Own) =>
  new Certificate(stack, 'Certificate', {
    domainName: domain.name,
    validation: CertificateValidation.fromDns(zone),
  })

/** Points the domain to the distribution, for both kinds of address. */
export function pointTo(stack: Stack, { domain, zone }: Own, distribution: Distribution): void {
  const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution))
  const record = { zone, recordName: `${domain.name}.`, target }
  new ARecord(stack, 'Name', record)
  new AaaaRecord(stack, 'NameV6', record)
}

/** What a function needs that sends mail: `from` is the address with its name, `set` who is told what becomes of a mail. We read what is mailed to `replies`, a domain. */
export type Mail = { from: string; address: string; set: ConfigurationSet; replies?: string }

/**
 * The right to send mail from the stage's address: the SES identity, and for a domain its records. `mailDomain` is
 * undefined for a stage without one, `mail` for a stage that has no address at all. It stands in the data stack because
 * the user pool can only be made once SES has seen the records.
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
 * SES tells the account's event bus what becomes of each mail. Whom nothing is mailed to any more we keep ourselves, so that
 * they can have it sent again: SES has a list of its own otherwise, which nobody but AWS's console can mend. Mails hold names of
 * children: to a mailbox whose server takes none by TLS they are not sent.
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
  // Mailboxes put aside what claims to be us and is not signed by us.
  new TxtRecord(stack, 'Dmarc', {
    zone,
    recordName: `_dmarc.${domain.name}.`,
    values: ['v=DMARC1; p=quarantine; adkim=s'],
    ttl: Duration.hours(1),
  })
}
