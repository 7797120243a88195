import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/**
 * Resolves a host name, but only to addresses on the public internet (SSRF protection): nobody can have us call what only we can
 * reach, such as a neighbour in a network or a cloud's instance metadata.
 */
const notPublic = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, prefix, 'ipv4')
// Of IPv6, one block is the internet; blocked in it are those that stand for IPv4 addresses, and the documentation ranges.
const internet = new BlockList()
internet.addSubnet('2000::', 3, 'ipv6')
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(net, prefix, 'ipv6')

export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  return family === 6 && internet.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

export type Resolve = (host: string) => Promise<readonly { address: string }[]>
const byDns: Resolve = (host) => lookup(host, { all: true })
/** In milliseconds. A name server that does not answer in time counts as no address; nothing waits longer for it. */
const maxWait = 2000

/**
 * An IP address of the host; undefined if it does not resolve, or if any of its addresses is not public. Other notations of an IP address
 * (`2130706433`, `0x7f.1`) were normalized by URL.
 */
export async function publicAddressOf(
  url: string,
  resolve: Resolve = byDns,
  timeout = maxWait,
): Promise<string | undefined> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const addresses = await Promise.race([resolve(host).catch(() => []), setTimeout(timeout, [], { ref: false })])
  if (!addresses.every(({ address }) => isPublic(address))) return undefined
  // Lambda has no IPv6 on its way out, whichever of the two a server of names tells first.
  return (addresses.find(({ address }) => isIP(address) === 4) ?? addresses[0])?.address
}
