declare module "virtual:shapes" {
  const shapes: Record<string, import("../shapes.ts").Shape>;
  export default shapes;
}
declare module "*.css";
