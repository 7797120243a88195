import type { Question } from './ConfirmDialog.tsx'

/**
 * Asks before something is lost: `if (await confirm({ title: 'Delete the event?', lost: '…', yes: 'Delete' })) …`. Resolves to
 * false for no and if the question is dismissed. The dialog is loaded on demand; offline it falls back to the browser's own.
 */
export const confirm = async (question: Question): Promise<boolean> => (await choose(question)) === true

/** Asks to choose between two answers that both do something; undefined if the question was dismissed. */
export async function choose(question: Question): Promise<boolean | undefined> {
  const dialog = await import('./ConfirmDialog.tsx').catch(() => undefined)
  if (dialog) return dialog.askInDialog(question)
  const message = [question.title, ...[question.lost].flat(), question.kept].filter(Boolean).join('\n\n')
  // In the browser's dialog the other answer cannot be told from dismissing it.
  return window.confirm(message) || undefined
}
