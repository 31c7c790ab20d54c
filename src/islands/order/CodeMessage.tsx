import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { CodeProblem } from '#lib/client/order/codes-state.ts'

const OWN_WORDS: Readonly<Record<string, string>> = { CODE_EMPTY: 'order.codeEmpty', SSN_NEEDED: 'order.ssnNeeded' }

/** Why a code, an ID number or a member was not taken: the server's sentence, else our words for the code. */
export function CodeMessage({ id, problem }: { readonly id: string; readonly problem: CodeProblem | null }) {
  const t = useText()
  return (
    <div role="alert">
      {problem && (
        <p className="msg" id={`${id}-problem`}>
          <Icon name="warning" size="sm" />
          {problem.message || t(OWN_WORDS[problem.code] ?? `errors.${problem.code}`, problem.facts)}
        </p>
      )}
    </div>
  )
}
