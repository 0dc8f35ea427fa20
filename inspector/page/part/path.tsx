/** A path of fields that breaks where a person would break it: at its dots. */
export function Path({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?=[.[])/).map((step, i) => (
        <>
          {i > 0 && <wbr />}
          {step}
        </>
      ))}
    </>
  );
}
