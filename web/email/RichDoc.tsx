import { createElement, Fragment, type ReactNode } from 'react'
import {
  type Block,
  blocksOf,
  type Inline,
  type RichText,
  type Run,
  runsOf,
  strangeHost,
} from '#shared/rules/richText.ts'
import styles from './Email.module.css'

type Sources = ReadonlyMap<string, string>

/** Renders rich text as React elements: it is never interpreted as HTML. Pictures are shown from `sources`, by file id. */
export const RichDoc = ({ text, sources }: { text: RichText; sources: Sources }) => (
  <div className={styles.text} dir="auto">
    <Blocks all={blocksOf(text)} sources={sources} />
  </div>
)

const Blocks = ({ all, sources }: { all: readonly Block[]; sources: Sources }) =>
  inOrder(all, (each) => <One block={each} sources={sources} />)

function One({ block, sources }: { block: Block; sources: Sources }): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return <p>{runs(block.content)}</p>
    case 'heading': {
      // The page title is the only h1.
      const Tag = (['h2', 'h3', 'h4'] as const)[block.level - 1] ?? 'h4'
      return <Tag>{runs(block.content)}</Tag>
    }
    case 'bulletList':
      return <ul>{items(block.items, sources)}</ul>
    case 'orderedList':
      return <ol start={block.start}>{items(block.items, sources)}</ol>
    case 'blockquote':
      return (
        <blockquote>
          <Blocks all={block.content} sources={sources} />
        </blockquote>
      )
    case 'horizontalRule':
      return <hr />
    case 'picture':
      return sources.has(block.fileId) ? (
        <img src={sources.get(block.fileId)} alt={block.alt} className={styles.picture} />
      ) : (
        <p>{`[${block.alt || '…'}]`}</p>
      )
  }
}

const items = (all: readonly Block[][], sources: Sources) =>
  inOrder(all, (item) => (
    <li>
      <Blocks all={item} sources={sources} />
    </li>
  ))

const runs = (content: readonly Inline[]) => inOrder(runsOf(content), (run) => <Words run={run} />)

function Words({ run }: { run: Run }) {
  const words = inOrder(run.parts, part)
  if (run.href === undefined) return words
  const host = strangeHost(run)
  return (
    <>
      <a href={run.href} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
      {host !== undefined && ` (${host})`}
    </>
  )
}

const tags = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const

function part(each: Inline): ReactNode {
  if (each.type === 'hardBreak') return <br />
  return each.marks.reduce<ReactNode>((inner, mark) => {
    if (mark.type === 'link') return inner
    const Tag = tags[mark.type]
    return <Tag>{inner}</Tag>
  }, each.text)
}

/** Renders the parts in order; a text does not change while it is shown, so keys are not needed. */
const inOrder = <T,>(all: readonly T[], show: (each: T) => ReactNode) =>
  createElement(Fragment, undefined, ...all.map(show))
