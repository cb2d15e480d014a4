export default function Page() {
  return <p>The routes /node and /edge run the service.</p>;
}
