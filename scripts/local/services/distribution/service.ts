import { alphabets, global, name, stableId, stableIdOf, type Text } from '../../assembly/resourceType.ts'
import type { Service } from '../service.ts'
import { hostOf, isOneOrigin } from './readDistribution.ts'

const functionArn = global('cloudfront', 'function/')
const domain: Text = ({ resource }) => `d${stableId(resource, 13)}.cloudfront.net`

/** The distribution: the main origin, with the web's files and the API behind it. Nothing is cached. */
export const distribution: Service = {
  types: {
    'AWS::CloudFront::CachePolicy': { attributes: { Id: name } },
    'AWS::CloudFront::Distribution': {
      defaultName: (resource) => `E${stableId(resource, 13, alphabets.upper)}`,
      arn: global('cloudfront', 'distribution/'),
      attributes: { DomainName: domain, Id: name },
      addresses: (named) => ({
        [`https://${domain(named)}`]: isOneOrigin(named.resource)
          ? named.endpoints.origin
          : named.endpoints.origin.replace('127.0.0.1', hostOf(named.name)),
      }),
    },
    'AWS::CloudFront::Function': {
      nameProperty: 'Name',
      arn: functionArn,
      ref: functionArn,
      attributes: { FunctionARN: functionArn, 'FunctionMetadata.FunctionARN': functionArn },
    },
    'AWS::CloudFront::OriginAccessControl': { defaultName: stableIdOf(14, alphabets.upper), attributes: { Id: name } },
    'AWS::CloudFront::OriginRequestPolicy': { attributes: { Id: name } },
    'AWS::CloudFront::ResponseHeadersPolicy': { attributes: { Id: name } },
    'Custom::CDKBucketDeployment': {},
  },
  start: async (context) => (await import('./start.ts')).start(context),
}
