/** What is shown where the program could not even tell how it stands; nothing else works then. */
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
