/** Shown if the program could not even report its state; nothing else works then. */
export function StartFailed({ sentence }: { readonly sentence: string }) {
  return (
    <div className="starting" role="alert">
      <p>{sentence}</p>
      <button type="button" onClick={() => window.location.reload()}>
        重新加载
      </button>
    </div>
  )
}
