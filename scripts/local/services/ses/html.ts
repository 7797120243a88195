import { escapeHtml } from '../../escaped.ts'
import type { Message } from './mailbox.ts'

/** Escapes text and turns its web addresses into links, which open in a new tab. */
const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?])/)
    .map((part, i) =>
      i % 2
        ? `<a href="${escapeHtml(part)}" target="_blank" rel="noopener noreferrer">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('')

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; --line: light-dark(#c4c8cc, #4a4f55); --dim: light-dark(#4d5359, #b3b9bf); background: light-dark(#fff, #17191c); color: light-dark(#17191c, #e9ebee); }
a { color: light-dark(#0b57d0, #a8c7fa); }
body { margin: 0 auto; max-width: 56rem; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.375rem; margin: 0 0 1rem; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-bottom: 1rem; }
label { display: grid; flex: 1 1 12rem; font-size: .875rem; }
input, button { font: inherit; padding: .5rem .75rem; min-height: 2.75rem; box-sizing: border-box; }
ul { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
li { border-bottom: 1px solid var(--line); }
li a { display: block; padding: .75rem 0; color: inherit; text-decoration: none; }
li a:hover strong, li a:focus strong { text-decoration: underline; }
small { display: block; color: var(--dim); font-size: .875rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1rem; }
dt { color: var(--dim); } dd { margin: 0; }
iframe { width: 100%; height: 60vh; border: 1px solid var(--line); background: #fff; color-scheme: light; box-sizing: border-box; }
pre { font: inherit; white-space: pre-wrap; border: 1px solid var(--line); padding: 1rem; margin: 0; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
`

const page = (title: string, body: string, script = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
${script}
</body>
</html>
`

/** The list, which polls for new mails every two seconds while visible, and announces them to screen readers. */
export function listPage(base: string, messages: Message[], to: string, nonce: string): string {
  const items = messages.map(
    ({
      id,
      subject,
      from,
      to: recipients,
      at,
    }) => `<li data-id="${escapeHtml(id)}"><a href="${escapeHtml(`${base}/${id}`)}">
<strong>${escapeHtml(subject || '(no subject)')}</strong>
<small>To ${escapeHtml(recipients.join(', '))}</small>
<small>From ${escapeHtml(from)} · <time datetime="${escapeHtml(at)}">${escapeHtml(shownTime(at))}</time></small></a></li>`,
  )
  const empty = to ? `No mail to ${escapeHtml(to)} yet.` : 'No mail yet.'
  return page(
    'Mailbox',
    `<main>
<h1>Mailbox</h1>
<form method="get" action="${escapeHtml(base)}/">
<label>Sent to <input type="email" name="to" value="${escapeHtml(to)}" autocomplete="off"></label>
<button>Show</button>
</form>
<p id="news" role="status"></p>
<ul id="list" aria-label="Mails, newest first">${items.join('\n')}</ul>
<p id="empty"${messages.length ? ' hidden' : ''}>${empty}</p>
</main>`,
    `<script nonce="${nonce}">${refresh}</script>`,
  )
}

const refresh = `
const list = document.getElementById('list')
const known = () => [...list.children].map((item) => item.dataset.id)
const look = async () => {
  if (document.hidden) return
  const answer = await fetch(location.href)
  if (!answer.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('list')
  const there = [...fresh.children].map((item) => item.dataset.id)
  const before = known()
  for (const item of [...list.children]) if (!there.includes(item.dataset.id)) item.remove()
  const added = [...fresh.children].filter((item) => !before.includes(item.dataset.id))
  list.prepend(...added)
  document.getElementById('empty').hidden = list.children.length > 0
  if (added.length) document.getElementById('news').textContent = added.length === 1 ? 'One new mail.' : added.length + ' new mails.'
}
setInterval(() => look().catch(() => {}), 2000)
`

/** A mail: its addresses and date, its HTML in a frame that cannot run scripts or load anything, and its text. */
export function messagePage(base: string, message: Message, headers: { originalKey: string; value: string }[]): string {
  const { id, subject, from, to, replyTo, at, text, html, attachments, configurationSet } = message
  const facts: [string, string][] = [
    ['From', from],
    ['To', to.join(', ')],
    ...(replyTo.length ? [['Reply to', replyTo.join(', ')] satisfies [string, string]] : []),
    ['Sent', shownTime(at)],
    ...(configurationSet ? [['Configuration set', configurationSet] satisfies [string, string]] : []),
  ]
  const files = attachments.map(
    ({ filename, mimeType, size }, number) =>
      `<dt>Attachment</dt><dd><a href="${escapeHtml(`${base}/${id}/${number}`)}">${escapeHtml(filename)}</a> ${escapeHtml(`(${mimeType}, ${size} bytes)`)}</dd>`,
  )
  const frame = `<iframe title="The mail as its reader sees it" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(`<base target="_blank">${html ?? ''}`)}"></iframe>`
  return page(
    subject || '(no subject)',
    `<nav><a href="${escapeHtml(base)}/">Mailbox</a></nav>
<main>
<h1>${escapeHtml(subject || '(no subject)')}</h1>
<dl>${descriptionList(facts)}${files.join('')}</dl>
${html === undefined ? '' : `${frame}\n<h2>As text</h2>`}
<pre>${withLinks(text)}</pre>
<details><summary>Headers</summary>
<dl>${descriptionList(headers.map(({ originalKey, value }) => [originalKey, value]))}</dl>
</details>
<p><a href="${escapeHtml(`${base}/${id}/raw`)}">Source</a></p>
</main>`,
  )
}

const descriptionList = (facts: [string, string][]) =>
  facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')

export const missingPage = (base: string) =>
  page('No such mail', `<main><h1>No such mail</h1><p><a href="${escapeHtml(base)}/">Mailbox</a></p></main>`)

const shownTime = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
